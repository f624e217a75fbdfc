/** A request that the Hub refuses, in its own words. */
export class Refusal extends Error {}
