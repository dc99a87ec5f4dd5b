import type { Check } from '@/lib/replay/model/check'
import { plainName } from '@/lib/text/plain-text'

/** What sentences about answers that pass a check choose their words by. */
export interface ToldCheck extends Record<string, string> {
  kind: Check['type']
  /** the tool that is called; '': the check looks for none */
  tool: string
}

/** How a check is told in a sentence of which it is not the subject. */
export function toldCheck(check: Check): ToldCheck {
  return { kind: check.type, tool: check.type === 'calls' ? plainName(check.name) : '' }
}
