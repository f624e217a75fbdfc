// The policy of the page forbids WebAssembly, and a library that tries it all the same would be reported as an attack. Where it is
// missing, the library computes in plain code. A worker that scans has its own.
Reflect.deleteProperty(globalThis, 'WebAssembly')
