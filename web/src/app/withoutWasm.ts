// The page's Content Security Policy forbids WebAssembly, and a library that tries to compile some would be reported as an attack.
// Without this global the library uses JavaScript. A worker has its own globals, so the one that scans imports this file too.
Reflect.deleteProperty(globalThis, 'WebAssembly')
