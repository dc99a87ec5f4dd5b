/**
 * A schema that checks an answer, from any library that follows the Standard Schema specification.
 * Answers to pages alone are checked by valibot, of which browsers load only what is used; those
 * that the API describes as well, by zod.
 */
export interface AnswerSchema<Answer> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Checked<Answer> | Promise<Checked<Answer>>
  }
}

type Checked<Answer> =
  | { readonly value: Answer; readonly issues?: undefined }
  | { readonly issues: readonly unknown[] }

/** Loads a schema with the first query, not with the page, which renders without it. */
export type LoadSchema<Answer> = () => Promise<AnswerSchema<Answer>>

/** A problem as the API tells it beside its English words. */
export type RefusedWhy = { code: string } & Record<string, string | number>

/** The server refused the request. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'

  constructor(
    readonly status: number,
    /** the server's own words; null if it gave none */
    readonly reason: string | null,
    /** the API's code for the problem, if it has one */
    readonly code: string | null,
    /** the problem's own code and facts, for words in the reader's language; null: it gave none */
    readonly why: RefusedWhy | null = null,
  ) {
    super(reason ?? `The server answered ${status}.`)
  }
}

/** The answer does not match its schema: the server's version differs from the page's, say. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError'

  constructor(address: string) {
    super(`What the server answered to ${address} is not what was expected.`)
  }
}

/**
 * Fetches from the server, and validates the answer by the schema that types the route. Throws a
 * `RefusedError` if the server refuses, an `InvalidResponseError` if the answer doesn't fit, and what
 * `fetch` throws if none comes.
 */
export async function ask<Answer>(
  loadSchema: LoadSchema<Answer>,
  address: string,
  init: RequestInit = {},
): Promise<Answer> {
  const loading = orNull(loadSchema)
  const response = await fetch(address, init)
  if (!response.ok) throw await refusalOf(response)
  return checked(await loading, response)
}

/**
 * The validated body of an answer of any status. Throws an `InvalidResponseError` if it doesn't fit.
 */
export async function checkedAnswer<Answer>(
  loadSchema: LoadSchema<Answer>,
  response: Response,
): Promise<Answer> {
  return checked(await orNull(loadSchema), response)
}

/** null: a server of another version no longer has the schema. */
function orNull<Answer>(loadSchema: LoadSchema<Answer>): Promise<AnswerSchema<Answer> | null> {
  return loadSchema().catch(() => null)
}

async function checked<Answer>(
  schema: AnswerSchema<Answer> | null,
  response: Response,
): Promise<Answer> {
  const result = await schema?.['~standard'].validate(await jsonOf(response))
  if (!result || result.issues) throw new InvalidResponseError(response.url)
  return result.value
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const body = await jsonOf(response)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error !== 'object' || error === null) {
    return new RefusedError(response.status, null, null)
  }
  const { message, code, why } = error as { message?: unknown; code?: unknown; why?: unknown }
  return new RefusedError(response.status, wordOf(message), wordOf(code), whyOf(why))
}

function whyOf(value: unknown): RefusedWhy | null {
  if (typeof value !== 'object' || value === null || !('code' in value)) return null
  const isFact = (fact: unknown) => typeof fact === 'string' || typeof fact === 'number'
  return Object.values(value).every(isFact) ? (value as RefusedWhy) : null
}

const wordOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** undefined if the body is not JSON: a proxy's page, say. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
