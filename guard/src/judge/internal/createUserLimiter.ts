/**
 * Makes a function that runs at most `max` tasks of each user at a time, and users do not wait for each other. Of those that wait, the last in
 * is the first out, so that one large request does not delay a small one after it.
 */
export function createUserLimiter(max: number): UserLimiter {
  const users = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async (user, task) => {
    const own = users.get(user) ?? { running: 0, waiting: [] }
    users.set(user, own)
    if (own.running < max) own.running++
    else await new Promise<void>((resolve) => own.waiting.push(resolve))
    try {
      return await task()
    } finally {
      // The next one takes the place, if there is one.
      const next = own.waiting.pop()
      if (next) next()
      else if (--own.running === 0) users.delete(user)
    }
  }
}

export type UserLimiter = <result>(user: string, task: () => Promise<result>) => Promise<result>
