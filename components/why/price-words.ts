/** What asking a model is likely to cost. */
export interface Price {
  /** read and written */
  tokens: number
  /** whether the practice agent answers */
  isFree: boolean
}

/** The same in words; `say`: the texts of `Price`, in the language of whoever reads. */
export function priceWords(
  say: (key: 'free' | 'tokens', values: { tokens: number }) => string,
  { tokens, isFree }: Price,
): string {
  return say(isFree ? 'free' : 'tokens', { tokens })
}
