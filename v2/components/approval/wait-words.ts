import { useTranslations } from 'next-intl'
import type { HeldReason } from '@/lib/held/held-writes'
import { plainName } from '@/lib/text/visible-text'

/** Says why a write waits: by which rule, what was found, or that its session asks. */
export function useWaitWords(): (reason: HeldReason) => string {
  const t = useTranslations('Approval')
  return ({ about, found, isUnscanned }) => {
    const why =
      typeof about === 'string' ? t(`why.${about}`) : t('why.glob', { glob: plainName(about.glob) })
    if (isUnscanned) return t('unscanned', { why })
    const [first] = found
    if (!first) return why
    const what = { why, rule: first.rule.replaceAll('_', ' '), line: first.line }
    return t('found', { ...what, more: found.length - 1 })
  }
}
