/** Which licence a post is under, by its day, where the API does not say: https://stackoverflow.com/help/licensing */
export function licenceOf(createdAt: number): string {
  if (createdAt < Date.UTC(2011, 3, 8)) return 'CC BY-SA 2.5';
  if (createdAt < Date.UTC(2018, 4, 2)) return 'CC BY-SA 3.0';
  return 'CC BY-SA 4.0';
}
