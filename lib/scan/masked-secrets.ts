import { maskedIn, maskedWhole, withShortMasks } from '@/lib/text/masked-line'
import { scan } from './scanner'

/** Longest wait for a preview, milliseconds. */
const WAIT_MS = 5_000

/**
 * Lines as previews show them: each secret in them is masked but for its first characters, so that
 * no line tells what another one masks. Every line keeps its length, and its columns their meaning.
 * Null: they could not be looked at in time, and may hold any. Never throws.
 */
export async function withSecretsMasked(lines: readonly string[]): Promise<string[] | null> {
  const numbered = lines.map((text, index) => ({ number: index + 1, text }))
  const outcome = await scan({ path: null, lines: numbered }, { caller, deadlineMs: WAIT_MS })
  if (outcome.state !== 'scanned') return null
  const masked = [...lines]
  for (const { category, line, fromColumn, toLine, toColumn } of outcome.findings) {
    if (category !== 'secret') continue
    for (let number = line; number <= toLine; number++) {
      const text = masked[number - 1] ?? ''
      const from = number === line ? fromColumn : 0
      masked[number - 1] = maskedIn(text, from, number === toLine ? toColumn : text.length)
    }
  }
  return masked
}

/** Like `withSecretsMasked`, and what could not be looked at in time is masked whole. */
export async function withSecretsOrAllMasked(lines: readonly string[]): Promise<string[]> {
  const masked = await withSecretsMasked(lines)
  return masked ?? lines.map(maskedWhole)
}

/** A text as it is shown unasked, without how long the secrets in it are. */
export async function secretsMaskedIn(text: string): Promise<string> {
  return withShortMasks((await withSecretsOrAllMasked(text.split('\n'))).join('\n'))
}

/** Previews take turns among themselves, and keep no agent's write waiting. */
const caller = 'previews'
