import { Eye, PencilLine } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { NewStore } from '@/components/stores/new-store'
import { Badge } from '@/components/ui/badge'
import { Amount } from '@/components/ui/amount'
import { addressOfServer } from './server-address'
import { ConnectAgent } from './connect-agent'
import { FirstCall } from './first-call'
import { OpenSample } from './open-sample'
import { PracticeTrial } from './practice-trial'
import { WelcomeCard } from './welcome-card'

/** The page of an empty installation: four ways to the first memory, the quickest first. */
export async function Welcome() {
  const t = await texts()
  return (
    <div className="mx-auto w-full max-w-[944px] px-6 py-12 max-md:px-4 max-md:py-6 lg:pt-[9vh]">
      <h1 className="text-welcome font-semibold tracking-[-0.02em]">{t('Welcome.title')}</h1>
      <p className="mt-1 text-read text-ink-2">{t('Welcome.about')}</p>
      <section
        aria-labelledby="practice"
        className="mt-7 grid overflow-hidden rounded-dialog shadow-[0_0_0_1px_var(--line-2)] md:grid-cols-2"
      >
        <div className="p-6 max-md:p-4">
          <Badge>{t('Welcome.noKeyNeeded')}</Badge>
          <h2 id="practice" className="mt-3 text-lead font-semibold tracking-[-0.01em]">
            {t('Welcome.practice')}
          </h2>
          <p className="mt-0.5 text-talk text-ink-2">{t('Welcome.practiceAbout')}</p>
          <PracticeTrial
            examples={[t('Welcome.example1'), t('Welcome.example2'), t('Welcome.example3')]}
          />
        </div>
        <WhatYouWillSee />
      </section>
      <div className="mt-6 grid gap-3 md:grid-cols-2">
        <OpenSample />
        <WelcomeCard kind="own" title={t('Welcome.own')} about={t('Welcome.ownAbout')}>
          <NewStore variant="secondary" />
        </WelcomeCard>
      </div>
      <div className="mt-3">
        <ConnectAgent address={await addressOfServer()}>
          <FirstCall />
        </ConnectAgent>
      </div>
    </div>
  )
}

/** A picture of a session, for who has seen none. */
async function WhatYouWillSee() {
  const t = await texts()
  return (
    <figure className="bg-well text-sm max-md:border-t md:border-l border-line">
      <figcaption className="flex h-11 items-center gap-2.5 px-4">
        <span aria-hidden className="live-dot" />
        <span className="font-semibold">{t('Session.memory')}</span>
        <span className="ml-auto text-xs text-ink-3">{t('Welcome.willSee')}</span>
      </figcaption>
      <div className="flex h-9 items-center gap-2 border-t border-line px-4">
        <Eye size={15} aria-hidden className="text-ink-3" />
        <span className="font-medium">{t('Welcome.read')}</span>
        <code className="text-code">/memories</code>
      </div>
      <div className="flex h-9 items-center gap-2 border-t border-line px-4">
        <PencilLine size={15} aria-hidden className="text-ink-3" />
        <span className="font-medium">{t('Welcome.wrote')}</span>
        <code className="text-code">/notes.md</code>
        <Amount added={3} removed={0} />
      </div>
      <div className="relative bg-added-line py-1 font-mono text-code before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-added-bar">
        {['# Notes', '', `- ${t('Welcome.example1')}`].map((line, at) => (
          <div key={at} className="grid grid-cols-[2.25rem_1.25rem_1fr]">
            <span className="pr-2 text-right text-ink-3">{at + 1}</span>
            <span className="text-added">+</span>
            <span>{line}</span>
          </div>
        ))}
      </div>
    </figure>
  )
}
