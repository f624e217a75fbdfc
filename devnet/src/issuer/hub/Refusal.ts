/** A request that the Hub refuses, with the Hub's own message. */
export class Refusal extends Error {}
