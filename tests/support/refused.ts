import { execFileSync } from 'node:child_process'
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

/** What comes of something for a user who has these folders, and is refused all else that is not for everybody. */
export async function asNobody<T>(own: readonly string[], work: () => Promise<T>): Promise<T> {
  // Whoever is not root is refused by the modes alone.
  if (process.getuid?.() !== 0) return work()
  execFileSync('chown', ['-R', '65534', ...own])
  process.seteuid?.(65_534)
  return work().finally(() => process.seteuid?.(0))
}
