import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findApiKey } from '@/lib/auth/api-keys'
import { type Caller, callerWith } from '@/lib/auth/caller'
import { may } from '@/lib/auth/may'
import { database } from '@/lib/db/open-database'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'

/**
 * Deciding, and what costs money, takes a key with the access review, from a file: a command line has
 * no person to ask, and an agent's key never decides (lib/auth/may).
 */
export const KEY_FILE = { 'key-file': { type: 'string' } } as const

export interface Reviewer {
  caller: Caller
  /** of the key */
  secret: string
}

/** The caller whose key a file holds. Throws a `UsageError` if they may not decide. */
export async function reviewerOf(keyFile: string | undefined): Promise<Reviewer> {
  if (keyFile === undefined) {
    throw new UsageError('deciding needs --key-file <file> with the secret of a key with review')
  }
  const secret = readKey(path.resolve(typedFrom(), keyFile))
  const key = await findApiKey(database(), secret)
  if (!key) throw new UsageError(`the key in ${keyFile} is unknown or revoked`)
  const caller = callerWith(key)
  if (may(caller, 'decide')) return { caller, secret }
  throw new UsageError(
    `the key in ${keyFile} may not decide: it takes the access review, of a script`,
  )
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new UsageError(`the key file ${file} cannot be read`)
  }
}
