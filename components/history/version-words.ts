import type { useTranslations } from 'next-intl'
import type { Version } from '@/lib/store/model/model'
import type { Told } from '@/lib/store/told'
import { plainName } from '@/lib/text/visible-text'

type Texts = ReturnType<typeof useTranslations<'History'>>

/** What a version did, in a line, and a note on the kind of change for the line below. */
export interface VersionWords {
  words: string
  note: string | null
}

/** A version in the words of who wrote it, else by the line that it changed first. */
export function versionWords(t: Texts, version: Version, told: Told | undefined): VersionWords {
  if (version.redactedAt !== null) return { words: t('redacted'), note: null }
  const message = told?.batch?.message?.trim().split('\n', 1)[0] ?? ''
  if (message !== '') return subjectOf(message)
  const note = noteOf(t, version, told)
  if (version.operation === 'deleted') return { words: t('deleted'), note }
  const from = told?.before?.path ?? null
  if (from !== null && version.path !== null && from !== version.path) {
    return { words: t('renamedFrom', { path: plainName(from) }), note }
  }
  const line = told?.line ?? null
  if (line === null) return { words: t(version.operation), note }
  return { words: line.sign === 'removed' ? `− ${line.text}` : line.text, note }
}

/** Of what came from a folder how sure its writer is, else what it belonged to. */
function noteOf(t: Texts, { attribution }: Version, told: Told | undefined): string | null {
  const { confidence, tool } = (attribution ?? {}) as { confidence?: string; tool?: string }
  if (confidence !== undefined) return t('attributed', { confidence, tool: tool || 'Claude Code' })
  return told?.batch ? t('batch', { kind: told.batch.kind }) : null
}

/** `fix(parser)!: `, as many projects begin the messages of their commits. */
const PREFIX = /^([a-z]{2,20}(?:\([^()\s]{1,40}\))?)!?:\s+(?=\S)/

/** Splits a message, so that a list can show the words and keep the prefix for its second line. */
export function subjectOf(message: string): VersionWords {
  const [whole = '', prefix = ''] = PREFIX.exec(message) ?? []
  return { words: message.slice(whole.length), note: prefix === '' ? null : prefix }
}
