/** Whether this is the loopback build. What is only in that build is behind it, and the public build does not contain it. */
declare const __HOLDFAST_LOOPBACK__: boolean
