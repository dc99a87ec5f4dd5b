import type { Metadata } from 'next'
import { actorAfterBy, actorTitle } from '@/components/history/actor-words'
import { VisibleLabel } from '@/components/content/visible-label'
import { ChangedLines } from '@/components/diff/changed-lines'
import { FileChanges } from '@/components/diff/file-changes'
import { VisiblePath } from '@/components/content/visible-path'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { sessionChanges, type StoreChanges } from '@/lib/agent/session-changes'
import { database } from '@/lib/db/open-database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { actorNames } from '@/lib/store/stores/name-actor'
import type { SessionChange } from '@/lib/store/changes/net-changes'
import { plainName } from '@/lib/text/plain-text'
import { textDiff } from '@/lib/text/text-diff'
import { sessionOf } from '../../session-of'
import { sessionTitle } from '@/components/session/session-title'

export const dynamic = 'force-dynamic'

/** Memories whose differences are shown; the others are counted. */
const SHOWN = 100

export async function generateMetadata(
  props: PageProps<'/sessions/[sessionId]/changes'>,
): Promise<Metadata> {
  const t = await texts()
  const { title } = await sessionOf((await props.params).sessionId)
  return { title: `${t('SessionChanges.title')}${title === null ? '' : ` · ${plainName(title)}`}` }
}

/** A session's changes as one changeset, with a link to undo them. */
export default async function SessionChangesPage(
  props: PageProps<'/sessions/[sessionId]/changes'>,
) {
  const t = await texts()
  const session = await sessionOf((await props.params).sessionId)
  const stores = await sessionChanges(database(), session)
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          {
            href: `/sessions/${session.id}`,
            label: sessionTitle(t, session),
          },
        ]}
        title={t('SessionChanges.title')}
      />
      <PageBody className="space-y-8">
        <p className="text-ink-3">{t('SessionChanges.about')}</p>
        {stores.length === 0 ? <p className="text-ink-3">{t('SessionChanges.noStores')}</p> : null}
        {stores.map((changed) => (
          <OfStore key={changed.store.storeId} sessionId={session.id} changed={changed} />
        ))}
      </PageBody>
      <KeyBar keys={['goTo']} />
    </Page>
  )
}

async function OfStore({ sessionId, changed }: { sessionId: string; changed: StoreChanges }) {
  const t = await texts()
  const { store, changes } = changed
  if (changes === null) {
    return (
      <section className="space-y-2">
        <h2 className="min-w-0 text-title font-semibold wrap-anywhere">
          <VisibleLabel text={store.name} />
        </h2>
        <p className="text-caution">{t('SessionChanges.storeGone')}</p>
      </section>
    )
  }
  const told = changes.filter(({ redacted }) => redacted === null)
  const redacted = changes.filter((change) => change.redacted !== null)
  const diffs = told.map(({ before, after }) =>
    textDiff(before?.content ?? '', after?.content ?? '', 0),
  )
  const sum = (of: 'added' | 'removed') => diffs.reduce((total, diff) => total + diff[of], 0)
  const names = await actorNames(
    database(),
    changes.flatMap((change) =>
      [change.changedSince?.by.id ?? [], change.redacted?.by.id ?? []].flat(),
    ),
  )
  const noteOf = ({ changedSince }: SessionChange) =>
    changedSince === null
      ? null
      : t('SessionChanges.changedSince', {
          who: changedSince.by.id === LOCAL_USER_ACTOR.id ? 'you' : 'other',
          name: plainName(actorTitle(t, changedSince.by, names)),
        })
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-title font-semibold wrap-anywhere">
          <VisibleLabel text={store.name} />
        </h2>
        <p className="flex items-center gap-2 text-ink-3">
          {t('SessionChanges.summary', { files: changes.length })}
          <ChangedLines lines={{ added: sum('added'), removed: sum('removed') }} />
        </p>
        {changes.length > 0 ? (
          <Link
            href={`/stores/${store.storeId}/undo?session=${sessionId}`}
            className={`${buttonVariants()} ml-auto`}
          >
            {t('SessionChanges.revertAll')}
          </Link>
        ) : null}
      </div>
      {changes.length === 0 ? <p className="text-ink-3">{t('SessionChanges.none')}</p> : null}
      <FileChanges
        label={t('SessionChanges.files', { name: plainName(store.name) })}
        changes={told.slice(0, SHOWN).map((change) => ({
          memoryId: change.memoryId,
          before: change.before,
          after: change.after,
          href: `/stores/${store.storeId}?memory=${change.memoryId}`,
          note: noteOf(change),
          revertHref: revertAddress(store.storeId, change),
        }))}
      />
      {told.length > SHOWN ? (
        <p className="text-ink-3">{t('Undo.more', { count: told.length - SHOWN })}</p>
      ) : null}
      <Redacted storeId={store.storeId} changes={redacted} names={names} />
    </section>
  )
}

/** Changes whose content was redacted: that they happened, who redacted them and when. */
async function Redacted({
  storeId,
  changes,
  names,
}: {
  storeId: string
  changes: readonly SessionChange[]
  names: ReadonlyMap<string, string>
}) {
  const t = await texts()
  const format = await formats()
  if (changes.length === 0) return null
  return (
    <ul aria-label={t('SessionChanges.redactedLabel')} className="space-y-1 text-sm">
      {changes.map(({ memoryId, redacted }) =>
        redacted === null ? null : (
          <li key={memoryId} className="rounded-control border border-line px-3 py-2">
            <Link
              href={`/stores/${storeId}?memory=${memoryId}`}
              className="font-mono hover:underline"
            >
              {redacted.path === null ? (
                t('Memory.redactedPath')
              ) : (
                <VisiblePath path={redacted.path} />
              )}
            </Link>
            {': '}
            {t('SessionChanges.redacted', {
              name: plainName(actorAfterBy(t, redacted.by, names)),
              time: format.dateTime(redacted.at, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </li>
        ),
      )}
    </ul>
  )
}

/** The plan that undoes the session's changes to this one memory. */
function revertAddress(storeId: string, change: SessionChange): string {
  const search = new URLSearchParams(change.versionIds.map((id) => ['version', id]))
  return `/stores/${storeId}/undo?${search}`
}
