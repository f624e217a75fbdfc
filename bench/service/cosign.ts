import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stubChain } from '../../service/src/cosign/internal/stubChain.js'
import { openStore } from '../../service/src/store/openStore.js'
import { freshOwner, openCosigner } from '../../service/test/cosignStage.js'

/**
 * What a signature costs the co-signer: the look, the binding, the firewall's warm verdict, the key, the simulation, ledger and
 * audit on disk. A fresh amount each time, 20 at once, the chain a stub that answers at once.
 *
 *     BENCH_DIR=/var/tmp tsx --conditions=@holdfast/source bench/service/cosign.ts
 */
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'holdfast-bench-'))
const store = await openStore({ store: { kind: 'sqlite', directory } })
const runs = 5
const perRun = Number(process.env.BENCH_REQUESTS ?? 1_000)
const connections = 20

try {
  const chain = stubChain()
  const { cosigner, stage, signer } = await openCosigner({ store, chain })
  const owner = freshOwner()
  stage.paid.add(owner.address.toLowerCase())
  const push = chain.addBox({ owner: owner.address, cosigner: signer.address, mode: 0 })
  const pull = chain.addBox({ owner: owner.address, cosigner: signer.address, mode: 1 })
  const until = Math.floor(Date.now() / 1000) + 86_400
  await cosigner.judge(
    await owner.prove({ phase: 'bind', account: pull, owner: owner.address, payer: owner.address, until }),
  )
  let amount = 0n

  console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, store in ${directory}`)
  console.log(`${runs} runs of ${perRun} requests, ${connections} at once; requests a second, processor time of one`)
  const cases = {
    'pay, owner with a history': () =>
      ({ phase: 'authorize', account: push, owner: owner.address, amount: ++amount, action: 0 }) as const,
    'pull, standing binding': () => ({ phase: 'authorize', account: pull, amount: ++amount, action: 1 }) as const,
  }
  for (const [name, next] of Object.entries(cases)) {
    await load(next, 300)
    const figures: { rate: number; micros: number }[] = []
    for (let run = 0; run < runs; run++) figures.push(await load(next, perRun))
    report(name, figures)
  }
  const proven = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      owner.prove({
        phase: 'authorize',
        account: push,
        owner: owner.address,
        payer: signer.address,
        amount: ++amount,
        action: 0,
      } as const),
    ),
  )
  await load(() => proven.pop() as (typeof proven)[number], 300)
  report('pay, proof of the owner', [await load(() => proven.pop() as (typeof proven)[number], 600)])
  console.log(`chain round trips per signature: ${(chain.asked / chain.looks).toFixed(2)}`)

  async function load(next: () => Parameters<typeof cosigner.judge>[0], count: number) {
    const began = performance.now()
    const before = process.cpuUsage()
    let left = count
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (left-- > 0) {
          const result = await cosigner.judge(next())
          if (!result.approved) throw new Error(JSON.stringify(result))
        }
      }),
    )
    const { user, system } = process.cpuUsage(before)
    return { rate: (count / (performance.now() - began)) * 1_000, micros: (user + system) / count }
  }
} finally {
  await store.close()
  await rm(directory, { recursive: true, force: true })
}

function report(name: string, figures: readonly { rate: number; micros: number }[]): void {
  const rates = figures.map(({ rate }) => rate).sort((one, other) => one - other)
  const micros = figures.map((figure) => figure.micros).sort((one, other) => one - other)
  const [least, median, most] = [rates[0], rates[rates.length >> 1], rates.at(-1)].map((rate) => Math.round(rate ?? 0))
  const time = micros[micros.length >> 1] ?? 0
  console.log(`  ${name.padEnd(28)} ${median} (${least} to ${most})  ${time.toFixed(0)} µs`)
}
