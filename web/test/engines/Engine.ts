/** A browser that is not driven by Playwright: what WebDriver and WebDriver BiDi have in common. */
export type Engine = {
  /** What its console has said, and each violation of a policy. */
  complaints: string[]
  /** Where it saves files. Unknown of the small browser of WebKit. */
  downloads?: string
  openTab: () => Promise<Tab>
  close: () => Promise<void>
}

/** One tab of it, or a window where it has no tabs that can be driven. */
export type Tab = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Makes the window this wide, as a phone is. */
  resize: (width: number) => Promise<void>
  /** Calls a function in the page. It sees nothing of this module; what it is given and what it returns pass as JSON. */
  run: <given extends readonly unknown[], result>(
    call: (...given: given) => result | Promise<result>,
    ...given: given
  ) => Promise<result>
  /**
   * Calls a function that returns an element of the page.
   *
   * @returns The element, as an action names it; `undefined` where the function returned `null`.
   */
  find: <given extends readonly unknown[]>(
    call: (...given: given) => Element | null | Promise<Element | null>,
    ...given: given
  ) => Promise<object | undefined>
  /** Moves the mouse and presses keys; both standards write these actions in the same way. */
  perform: (sources: readonly InputSource[]) => Promise<void>
}

/** A mouse or a keyboard, and what a person does with it. */
type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: readonly object[] }
  | { type: 'key'; id: string; actions: readonly object[] }
