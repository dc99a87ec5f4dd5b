/** What the API answers about a job (GET /v1/jobs/…), as far as pages show it. */
export interface WireJob<Result> {
  id: string
  type: 'job'
  state: 'running' | 'done' | 'failed' | 'stopped'
  phase: string
  progress: number
  total: number
  result: Result | null
  error: string | null
}

/** What the API refused, in its own words. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'

  constructor(
    message: string,
    /** what is refused, where the API has a word for it */
    readonly code: string | null,
  ) {
    super(message)
  }
}

/** The body of an answer; throws with the API's own words where it is none. */
export async function answered<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer & { error?: { message: string; code?: string } }
  if (response.ok) return body
  const message = body.error?.message ?? `The server answered ${response.status}.`
  throw new RefusedError(message, body.error?.code ?? null)
}

export async function readJob<Result>(jobId: string): Promise<WireJob<Result>> {
  return answered(await fetch(`/v1/jobs/${jobId}`))
}

export async function stopJob(jobId: string): Promise<void> {
  await answered(await fetch(`/v1/jobs/${jobId}/stop`, { method: 'POST' }))
}
