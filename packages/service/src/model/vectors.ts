/** The dot product; vectors of different length are compared over the shorter one. */
export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}

export const lengthOf = (vector: ArrayLike<number>): number => Math.sqrt(dot(vector, vector));
