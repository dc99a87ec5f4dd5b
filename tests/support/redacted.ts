import { jobEnded } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { type RedactAsk, redactText } from '@/lib/store/redact/redact'

/** Takes a text out, everywhere unless stores are named; resolves with the job once it ended. */
export async function redacted(text: string, more: Partial<RedactAsk> = {}) {
  const ask = { text, replacement: '[gone]', earlierVersions: 'rewrite' as const, ...more }
  return jobEnded((await redactText(ask, BY_PERSON)).id)
}
