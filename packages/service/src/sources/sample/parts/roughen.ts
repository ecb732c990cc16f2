import type { Random } from './random.ts';

function swapLetters(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 3);
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
}

/** Slips of the keyboard: two neighbouring letters change places in a few long words. */
function mistype(text: string, random: Random): string {
  return text.replace(/[a-z]{5,12}/g, (word) => (random.chance(0.03) ? swapLetters(word, random) : word));
}

/** Leaves most texts as they are; some are typed in a hurry. Code is nobody's prose and stays. */
export function roughen(text: string, random: Random): string {
  const hurried = random.chance(0.15);
  const lowerCased = random.chance(0.12);
  const pieces = text.split(/(```[^`]*```)/);
  return pieces
    .map((piece) => {
      if (piece.startsWith('```')) return piece;
      const typed = hurried ? mistype(piece, random) : piece;
      return lowerCased ? typed.toLowerCase() : typed;
    })
    .join('');
}
