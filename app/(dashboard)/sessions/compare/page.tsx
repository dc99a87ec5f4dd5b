import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VisibleLabels } from '@/components/content/visible-label'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { laidOutAnswers } from '@/components/session/conversation/laid-out-answers'
import { SessionView } from '@/components/session/session-view'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { hasModelServer } from '@/lib/agent/model-client'
import type { Session } from '@/lib/agent/session'
import { plainName } from '@/lib/text/plain-text'
import { renderedState, sessionOf } from '../session-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('CompareSessions.title') }
}

/** Two sessions side by side: the same agent with different stores. */
export default async function CompareSessionsPage(props: PageProps<'/sessions/compare'>) {
  const t = await texts()
  const { a, b } = await props.searchParams
  if (typeof a !== 'string' || typeof b !== 'string') notFound()
  const sessions = await Promise.all([sessionOf(a), sessionOf(b)])
  return (
    <Page kind="working">
      <PageHead
        crumbs={[{ href: '/sessions', label: t('Nav.sessions') }]}
        title={t('CompareSessions.title')}
      />
      <div className="grid min-h-0 flex-1 md:grid-cols-2 md:divide-x md:divide-line">
        {sessions.map((session, index) => (
          <Side key={index} number={index + 1} session={session} />
        ))}
      </div>
    </Page>
  )
}

async function Side({ number, session }: { number: number; session: Session }) {
  const t = await texts()
  const rendered = await renderedState(session.id)
  const names = session.stores.map(({ name }) => name)
  return (
    <section
      aria-label={`${number}: ${names.map(plainName).join(', ')}`}
      className="flex min-h-0 min-w-0 flex-col max-md:h-[85dvh]"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1">
        <h2 className="mr-auto min-w-0 font-semibold wrap-anywhere">
          {names.length === 0 ? t('SessionChanges.noStores') : <VisibleLabels texts={names} />}
        </h2>
        <Link
          href={`/sessions/${session.id}`}
          className={buttonVariants({ variant: 'quiet', size: 'small' })}
        >
          {t('CompareSessions.open')}
        </Link>
        <Link
          href={`/sessions/${session.id}/changes`}
          className={buttonVariants({ variant: 'quiet', size: 'small' })}
        >
          {t('SessionHeader.changes')}
        </Link>
      </header>
      <SessionView
        sessionId={session.id}
        stores={session.stores.map(({ storeId, name, mountName, access }) => ({
          storeId,
          name,
          mountName,
          access,
          // Its memory is not followed here.
          sequence: 0,
        }))}
        model={session.settings.model}
        rendered={rendered}
        answers={await laidOutAnswers(rendered)}
        answersByPractice={!hasModelServer()}
        isBesideAnother
      />
    </section>
  )
}
