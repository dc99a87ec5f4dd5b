'use client'

import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { HunkComposer } from '@/components/comments/hunk-composer-lazy'
import { VisiblePath } from '@/components/content/visible-path'
import { Badge } from '@/components/ui/badge'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { ShieldBan } from 'lucide-react'
import { ChosenLinesBar } from '../board/chosen-lines-bar'
import { addedText } from './added-text'
import { HunkActs } from './hunk-acts'
import { HunkEditor } from './hunk-editor'
import { HunkFrame } from './hunk-frame'
import { HunkMenu } from './hunk-menu'
import { HunkOrigin } from './hunk-origin'
import { Remark } from './remark'
import { HunkReplacement } from './hunk-replacement'
import { neverAgainHref } from './never-again'
import { GoingBack, HunkTable } from './hunk-table'
import { DependsLink } from './depends-link'
import { HunkWhy } from './hunk-why'
import type { HunkProps } from './shown-hunk'

/** A hunk to decide about, or several that are the same edit: its lines, and what is said of them. */
export function Hunk({ place, shown }: HunkProps) {
  const { id, back, editable, origin } = shown
  return (
    <HunkFrame
      hunkId={id}
      label={shown.label}
      name={shown.name}
      quote={shown.quote ?? null}
      neverAgain={neverAgainHref({ ...place, hunkId: id })}
      {...(back && { goesBack: <GoingBack rows={back} words={place.words} /> })}
    >
      <Head place={place} shown={shown} />
      {shown.notices}
      {shown.move}
      <HunkTable shown={shown} words={place.words} />
      {shown.findings}
      {shown.remarks}
      {shown.said ? (
        <Remark look={shown.said.isGrave ? 'text-removed' : 'text-caution'}>
          {shown.said.words}
        </Remark>
      ) : null}
      {shown.quiet ? (
        <p className="pr-5 pb-2 pl-24 text-xs text-ink-3 max-md:px-4">{shown.quiet}</p>
      ) : null}
      {shown.places}
      <HunkWhy hunkId={id}>
        {origin ? (
          <Suspense>
            <HunkOrigin origin={origin} />
          </Suspense>
        ) : null}
        <DependsLink hunkId={id} />
      </HunkWhy>
      <HunkReplacement hunkId={id} read={shown.replacement ?? null} />
      {shown.threads}
      <HunkComposer hunkId={id} />
      {editable === undefined ? null : (
        <>
          <ChosenLinesBar hunkId={id} />
          <HunkEditor
            hunkId={id}
            lines={editable === true ? addedText(shown.lines ?? []) : editable}
          />
        </>
      )}
    </HunkFrame>
  )
}

function Head({ place, shown }: HunkProps) {
  const t = useTranslations()
  const { same, path, added, removed, quarantine } = shown
  return (
    <div className={classNames('hunk-head', same && 'max-md:flex-nowrap')}>
      {same ? (
        <>
          <span className="rounded-full bg-track px-2 text-xs leading-5 font-semibold tabular-nums">
            ×{same.count}
          </span>
          <span className="min-w-0 truncate font-semibold max-md:whitespace-normal">
            {same.name}
          </span>
        </>
      ) : (
        <>
          <ChangeLetter kind={shown.kind} label={shown.kindWord} />
          <Link
            href={`/stores/${place.storeId}?memory=${shown.memoryId}`}
            className="min-w-0 truncate font-mono text-code font-medium hover:underline"
          >
            {path === undefined ? shown.unnamed : <VisiblePath path={path} />}
          </Link>
          <span className="where shrink-0 text-xs text-ink-3">{shown.where}</span>
        </>
      )}
      {added + removed === 0 ? null : <Amount added={added} removed={removed} />}
      {quarantine?.reason == null ? null : (
        <Badge tone="caution" Icon={ShieldBan}>
          {t('Quarantine.mark')}
        </Badge>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-2.5">
        <span className="text-xs text-ink-3 tabular-nums md:hidden">
          {t('Review.position', { at: shown.position, of: place.count })}
        </span>
        <HunkActs hunkId={shown.id} menu={<HunkMenu place={place} shown={shown} />} />
      </span>
    </div>
  )
}
