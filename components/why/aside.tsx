import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { SCROLLED } from '@/components/ui/near'
import type { Check } from '@/lib/why/check'
import { soughtIn } from './words'

interface AskedAboutProps {
  /** the person's message */
  question: string
  answer: readonly string[]
  /** what is looked for; null: not decided yet */
  sought: Check | null
  /** below both */
  children: ReactNode
}

/** Beside a search: what was said, and what is looked for in it. */
export function AskedAbout({ question, answer, sought, children }: AskedAboutProps) {
  const t = useTranslations('Why')
  return (
    <aside
      aria-label={t('askedAbout')}
      {...SCROLLED}
      className="w-80 shrink-0 overflow-y-auto border-l border-line bg-well max-lg:hidden"
    >
      <section className="border-b border-line px-5 py-4">
        <h2 className="mb-2 font-semibold">{t('askedAbout')}</h2>
        <p className="mb-2 text-xs text-ink-3 wrap-anywhere">
          <VisibleText text={question} />
        </p>
        {answer.map((text) => (
          <p key={text} className="wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={text} />
          </p>
        ))}
      </section>
      {sought ? (
        <section className="border-b border-line px-5 py-4">
          <h2 className="mb-2 font-semibold">{t('lookedFor')}</h2>
          <LookedFor sought={sought} />
        </section>
      ) : null}
      {children}
    </aside>
  )
}

/** What is looked for in an answer. */
export function LookedFor({ sought }: { sought: Check }) {
  const t = useTranslations('Why')
  return (
    <p className="wrap-anywhere">
      {t(`answer.${sought.type}`)}{' '}
      <span className="rounded-control bg-raised px-1.5 py-0.5 font-mono text-code shadow-[0_0_0_1px_var(--line-2)]">
        <VisibleText text={soughtIn(sought)} />
      </span>
    </p>
  )
}
