/** Whether this is the loopback build. What is only in that build is behind it, and the public build does not contain it. */
declare const __HOLDFAST_LOOPBACK__: boolean

/** The address of a built worker. */
declare module '*?worker&url' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: this is how the bundler hands it out
  export default url
}
