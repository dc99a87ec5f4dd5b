import { FolderUp, type LucideIcon, MessagesSquare, Plug, Sprout } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { linesOfDiff } from '@/components/lines/diff-lines'
import { Lines } from '@/components/lines/lines'
import { NewStore } from '@/components/store/new'
import { Amount, ChangeLetter } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { ConnectProgram, OpenSample, TellPractice } from './begin'

/** The page of an empty installation: three ways to the first memory, the quickest first. */
export function Welcome({ address }: { address: string }) {
  const t = useTranslations('Welcome')
  return (
    <div className="mx-auto w-full max-w-[944px] px-6 py-12 max-md:px-4 max-md:py-6 lg:pt-[9vh]">
      <h1 className="text-welcome font-semibold tracking-[-0.02em] text-balance max-md:text-document">
        {t('title')}
      </h1>
      <p className="mt-1 max-w-[62ch] text-read text-pretty text-ink-2">{t('about')}</p>
      <section
        aria-labelledby="sample"
        className="mt-7 grid overflow-hidden rounded-dialog shadow-[0_0_0_1px_var(--line-2)] md:grid-cols-2"
      >
        <div className="p-6 max-md:p-4">
          <Sprout size={20} strokeWidth={1.5} aria-hidden className="text-accent" />
          <h2 id="sample" className="mt-3 text-lead font-semibold tracking-[-0.01em]">
            {t('sample')}
          </h2>
          <p className="mt-0.5 mb-5 text-talk text-ink-2">{t('sampleOffer')}</p>
          <OpenSample />
        </div>
        <WhatYouWillSee />
      </section>
      <div className="mt-3">
        <Way Icon={MessagesSquare}>
          <h2 className="text-talk font-semibold">{t('tell')}</h2>
          <p className="mb-3 text-ink-2">{t('tellAbout')}</p>
          <TellPractice />
        </Way>
      </div>
      <div className="mt-3 grid gap-3 md:grid-cols-[5fr_7fr]">
        <Way Icon={FolderUp}>
          <h2 className="text-talk font-semibold">{t('own')}</h2>
          <p className="mb-3 text-ink-2">{t('ownAbout')}</p>
          <NewStore variant="secondary" />
        </Way>
        <Way Icon={Plug}>
          <ConnectProgram address={address} />
          <p className="mt-2.5 text-xs text-ink-2">
            {t('connectAbout')}{' '}
            <Link href="/connections/keys" className="underline underline-offset-2 hover:text-ink">
              {t('keys')}
            </Link>
          </p>
        </Way>
      </div>
    </div>
  )
}

function Way({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <section className="flex gap-4 rounded-dialog p-4 shadow-[0_0_0_1px_var(--line-2)]">
      <Icon size={20} strokeWidth={1.5} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  )
}

/** A picture of what a change looks like here, for who has seen none. */
function WhatYouWillSee() {
  const t = useTranslations('Welcome')
  const text = (line: string) => `# Release\n\n- ${line}\n`
  const before = text(t('exampleBefore'))
  const after = text(t('exampleAfter'))
  const { lines } = linesOfDiff({ before, after, path: null })
  return (
    <figure className="border-line bg-well text-sm max-md:border-t md:border-l">
      <figcaption className="flex h-11 items-center gap-2.5 px-4">
        <ChangeLetter kind="modified" />
        <code className="text-code font-medium">/release.md</code>
        <Amount added={1} removed={1} />
        <span className="ml-auto text-xs text-ink-3">{t('willSee')}</span>
      </figcaption>
      <div className="border-t border-line py-1.5">
        <Lines lines={lines} layout="unified" />
      </div>
    </figure>
  )
}
