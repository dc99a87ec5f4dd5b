import { z } from 'zod'
import { jsonOf } from './text/content'

/** The prices of a model, or of all whose names begin so, in US dollars per million tokens. */
export interface ModelPrice {
  /** the name as its server knows it; with * at its end, all names that begin with what is before it */
  model: string
  input: number
  output: number
}

const PRICES_RULE =
  'expected JSON such as {"claude-sonnet-5": {"input": 3, "output": 15}}, in US dollars per million tokens'

const amount = z.number().min(0).max(1_000_000)
const written = z.record(
  z.string().regex(/^[\x21-\x29\x2b-\x7e]*[\x21-\x7e]$/),
  z.strictObject({ input: amount, output: amount }),
)

/** `MODEL_PRICES`, as it is written. */
export const modelPrices = z.string().transform((text, context): readonly ModelPrice[] => {
  const parsed = written.safeParse(jsonOf(text))
  if (parsed.success) {
    return Object.entries(parsed.data).map(([model, price]) => ({ model, ...price }))
  }
  context.addIssue(PRICES_RULE)
  return z.NEVER
})

/** What tokens of a model cost at most, in US dollars; null: its price is not set. */
export function usdOf(
  prices: readonly ModelPrice[],
  model: string,
  tokens: { input: number; output: number },
): number | null {
  const isOf = (price: ModelPrice) =>
    price.model === model ||
    (price.model.endsWith('*') && model.startsWith(price.model.slice(0, -1)))
  const [price] = prices
    .filter(isOf)
    .toSorted((one, other) => other.model.length - one.model.length)
  if (!price) return null
  const usd = (tokens.input * price.input + tokens.output * price.output) / 1_000_000
  // Binary fractions add up to what nobody set.
  return Number(usd.toPrecision(12))
}
