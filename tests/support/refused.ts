import { APIError } from '@anthropic-ai/sdk'

/** How the SDK was refused. Throws if it was not. */
export async function refused(call: PromiseLike<unknown>) {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof APIError)) throw new Error('the call was not refused', { cause: error })
  const { error: body } = error.error as { error: { type: string; message: string } }
  return { status: Number(error.status), ...body }
}
