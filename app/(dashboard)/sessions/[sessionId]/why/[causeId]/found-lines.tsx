import { Undo2 } from 'lucide-react'
import { TellAgent } from '@/components/comments/tell-agent'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleLine } from '@/components/content/visible-line'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { WrittenBy } from '@/components/why/written-by'
import { database } from '@/lib/db/open-database'
import type { FoundCause } from '@/lib/replay/model/replay'
import { unreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { countLines, splitLines } from '@/lib/text/lines'
import { withShortMasks } from '@/lib/text/masked-line'

/** Lines shown before and after those that were found. */
const AROUND = 2
/** Of a memory of which no lines stand out, as many are shown. */
const OF_WHOLE = 6

/** The lines that made an agent say so, who wrote them and since when. `isOnly`: no other did. */
export async function FoundLines({
  found,
  isOnly,
  hasEffect,
}: {
  found: FoundCause
  isOnly: boolean
  /** whether hiding it changed the answer: else there is nothing to undo */
  hasEffect: boolean
}) {
  const t = await texts()
  const { storeId, memoryId, versionId, writtenBy } = found
  const shown = await versionIfThere(database(), { storeId, versionId })
  const writer = await versionIfThere(database(), {
    storeId,
    versionId: writtenBy,
    view: 'basic',
  })
  if (!shown || !writer) return <p className="text-ink-3">{t('WhyFound.gone')}</p>
  const unreviewed = await unreviewedVersions(database(), memoryId)
  const memory = `/stores/${storeId}?memory=${memoryId}`
  const undo = `/stores/${storeId}/undo?version=${writtenBy}`
  const [from, to] = found.lines ?? [1, OF_WHOLE]
  const lines = await linesOf(shown.content, from, to)
  return (
    <section className="rounded-card shadow-[0_0_0_1px_var(--line)]">
      <div className="flex flex-wrap items-center gap-2 rounded-t-card border-b border-line bg-track px-4 py-2">
        <h3 className="min-w-0 font-mono text-sm break-all">
          <VisibleLabel text={shown.path ?? '…'} />
        </h3>
        <Link
          href={found.lines === null ? memory : `${memory}#L${from}`}
          className="ml-auto text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {t('WhyFound.open')}
        </Link>
      </div>
      {lines === null ? (
        <p className="px-4 py-3 text-ink-3">{t('WhyFound.gone')}</p>
      ) : (
        <ol className="py-1.5 font-mono text-xs leading-5">
          {lines.map(({ number, text }) => {
            const isFound = found.lines !== null && number >= from && number <= to
            return (
              <li
                key={number}
                className={classNames('flex gap-3 px-4', isFound && 'bg-accent-bg font-semibold')}
              >
                <span className="w-8 shrink-0 text-right text-ink-3 tabular-nums select-none">
                  {number}
                </span>
                <span className="min-w-0 break-words whitespace-pre-wrap">
                  <VisibleLine line={text} />
                </span>
              </li>
            )
          })}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-4 py-2 text-sm">
        <WrittenBy version={writer} />
        <Badge>v{writer.ordinal}</Badge>
        {unreviewed?.versionIds.has(writtenBy) ? (
          <Badge tone="caution">{t('Since.neverReviewed')}</Badge>
        ) : null}
        <span className="ml-auto flex flex-wrap items-center gap-3">
          <Link
            href={`/stores/${storeId}/reach/${writtenBy}`}
            className="text-accent underline-offset-2 hover:underline"
          >
            {t('WhyFound.readers')}
          </Link>
          {hasEffect && isOnly && found.lines !== null && shown.content !== null ? (
            <TellAgent
              storeId={storeId}
              versionId={versionId}
              lines={{ from, to }}
              lineCount={countLines(shown.content)}
              label={t('WhyFound.tell')}
            />
          ) : null}
          {!hasEffect ? null : isOnly ? (
            <KeyedLink href={undo} letter="r" variant="primary">
              <Undo2 size={14} aria-hidden /> {t('WhyFound.undo')}
            </KeyedLink>
          ) : (
            <Link href={undo} className={buttonVariants({})}>
              <Undo2 size={14} aria-hidden /> {t('WhyFound.undo')}
            </Link>
          )}
        </span>
      </div>
    </section>
  )
}

async function linesOf(content: string | null, from: number, to: number) {
  if (content === null) return null
  const masked = await withSecretsOrAllMasked(splitLines(content))
  const first = Math.max(1, from - AROUND)
  return masked
    .map((text, index) => ({ number: index + 1, text: withShortMasks(text) }))
    .slice(first - 1, to + AROUND)
}
