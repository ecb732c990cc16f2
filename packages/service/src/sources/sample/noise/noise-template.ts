/** A title and a text with slots such as {city}. */
export type NoiseTemplate = readonly [title: string, text: string];
