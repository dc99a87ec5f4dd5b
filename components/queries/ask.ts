import type { ZodMiniType } from 'zod/mini'

/** Brings a schema to the browser: with the first question, not with the page, which shows without it. */
export type LoadSchema<Answer> = () => Promise<ZodMiniType<Answer>>

/** What the server refused. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'

  constructor(
    readonly status: number,
    /** the server's own words; null where it had none */
    readonly reason: string | null,
    /** what is refused, where the API has a word for it */
    readonly code: string | null,
  ) {
    super(reason ?? `The server answered ${status}.`)
  }
}

/** An answer that is not what was agreed: the server is another version than the page, say. */
export class UnfitAnswerError extends Error {
  override readonly name = 'UnfitAnswerError'

  constructor(address: string) {
    super(`What the server answered to ${address} is not what was expected.`)
  }
}

/**
 * Asks the server, and holds its answer against the schema that the route is typed by. Throws a
 * `RefusedError` where the server refuses, an `UnfitAnswerError` where the answer doesn't fit, and
 * what `fetch` throws where none comes.
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

/** The body of an answer of whatever status. Throws an `UnfitAnswerError` where it doesn't fit. */
export async function checkedAnswer<Answer>(
  loadSchema: LoadSchema<Answer>,
  response: Response,
): Promise<Answer> {
  return checked(await orNull(loadSchema), response)
}

/** null: a server of another version has the schema no more. */
function orNull<Answer>(loadSchema: LoadSchema<Answer>): Promise<ZodMiniType<Answer> | null> {
  return loadSchema().catch(() => null)
}

async function checked<Answer>(
  schema: ZodMiniType<Answer> | null,
  response: Response,
): Promise<Answer> {
  const result = schema?.safeParse(await jsonOf(response))
  if (!result?.success) throw new UnfitAnswerError(response.url)
  return result.data
}

async function refusalOf(response: Response): Promise<RefusedError> {
  const body = await jsonOf(response)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error !== 'object' || error === null) {
    return new RefusedError(response.status, null, null)
  }
  const { message, code } = error as { message?: unknown; code?: unknown }
  return new RefusedError(response.status, wordOf(message), wordOf(code))
}

const wordOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** undefined where the body is no JSON: a proxy's page, say. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
