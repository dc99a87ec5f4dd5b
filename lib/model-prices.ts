import { z } from 'zod'

/** The prices of a model, or of all whose names begin so, in US dollars per million tokens. */
export interface ModelPrice {
  /** the name as its server knows it; with * at its end, all names that begin with what is before it */
  readonly model: string
  readonly input: number
  readonly output: number
  /** of input that the server keeps in its cache */
  readonly cacheWrite: number
}

const PRICES_RULE =
  'expected JSON such as {"claude-sonnet-5": {"input": 3, "output": 15, "cache_write": 3.75}}, in US dollars per million tokens; cache_write may be left out'

const amount = z.number('expected a number').min(0, 'expected a number from 0').max(1_000_000)

const written = z.record(
  z
    .string()
    .regex(/^[\x21-\x29\x2b-\x7e]*[\x21-\x7e]$/, 'expected a model’s name; * only ends one'),
  z.strictObject({ input: amount, output: amount, cache_write: amount.optional() }),
)

/** `MODEL_PRICES`, as it is written. */
export const modelPrices = z.string().transform((text, context): readonly ModelPrice[] => {
  const parsed = written.safeParse(parsedJson(text))
  if (parsed.success) {
    return Object.entries(parsed.data).map(([model, { input, output, cache_write }]) => ({
      ...{ model, input, output, cacheWrite: cache_write ?? input },
    }))
  }
  context.addIssue(`${problemOf(parsed.error)}${PRICES_RULE}`)
  return z.NEVER
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The place of what is wrong, and what is wrong there; nothing where the whole is no such JSON. */
function problemOf({ issues: [issue] }: z.ZodError): string {
  if (!issue || issue.path.length === 0) return ''
  const place = issue.path.map(String).join('.')
  const [reason] = issue.code === 'invalid_key' ? issue.issues : [issue]
  return `${place}: ${reason?.message ?? 'not valid'}; `
}

/**
 * The most that tokens cost which these models read and wrote, in US dollars: which of the models it
 * was, and what went into or came from a server's cache, is not told. Null: the price of one is not set.
 */
export function usdAtMost(
  prices: readonly ModelPrice[],
  models: readonly string[],
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  const asked = models.map((model) => priceOf(prices, model))
  const known = asked.filter((price) => price !== null)
  if (known.length === 0 || known.length < asked.length) return null
  const input = Math.max(...known.map((price) => Math.max(price.input, price.cacheWrite)))
  const output = Math.max(...known.map((price) => price.output))
  return withoutNoise((inputTokens * input + outputTokens * output) / 1_000_000)
}

/** The sum of amounts; null: one of them is not known. */
export function sumOfUsd(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((each) => each !== null)
  if (known.length < amounts.length) return null
  return withoutNoise(known.reduce((sum, each) => sum + each, 0))
}

/** The price of a model: that of its own name, else of the longest beginning; null: it is not set. */
function priceOf(prices: readonly ModelPrice[], model: string): ModelPrice | null {
  const own = prices.find((price) => price.model === model)
  if (own) return own
  const [longest] = prices
    .filter((price) => price.model.endsWith('*') && model.startsWith(price.model.slice(0, -1)))
    .toSorted((one, other) => other.model.length - one.model.length)
  return longest ?? null
}

/** Binary fractions add up to what nobody set: 0.1 + 0.2. */
function withoutNoise(amount: number): number {
  return Number(amount.toPrecision(12))
}
