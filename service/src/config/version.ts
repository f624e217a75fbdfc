/** Of this package; a test holds it against `package.json`. */
export const SERVICE_VERSION = '0.2.0'
