/** The version printed in every error message; an object, so that tests can hold it still. */
export const version = { current: '@holdfast/sdk@0.2.0' }
