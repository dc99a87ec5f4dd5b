import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import type { Check } from '@/lib/replay/model/check'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { plainName } from '@/lib/text/plain-text'

/** What is looked for in an answer, as a sentence. */
export async function checkWords(check: Check): Promise<string> {
  const t = await texts()
  const shown = async (text: string) => plainName(await secretsMaskedIn(text))
  switch (check.type) {
    case 'contains':
      return t('WhyFound.saysWhat', { text: await shown(check.text) })
    case 'lacks':
      return t('WhyFound.lacksWhat', { text: await shown(check.text) })
    case 'matches':
      return t('WhyFound.matchesWhat', { pattern: await shown(check.pattern) })
    case 'calls':
      return t('WhyFound.callsWhat', { name: plainName(check.name) })
    case 'judged':
      return t('WhyFound.judgedWhat', { question: await shown(check.question) })
    case 'person':
      return t('WhyFound.personWhat')
  }
}
