'use client'

import { Ellipsis } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { ActButton } from '@/components/ui/act-button'
import { AskedOnce } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Menu, MenuButton, MenuRule } from '@/components/ui/menu'
import { NoticeBar, WhyNot } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { Ago } from '@/components/ui/time'
import { plainName } from '@/lib/text/visible-text'
import { changeFolder, endFolder } from './actions'
import { FolderTold } from './told'
import { hasMore, isQuiet, type ShownFolder } from './words'

/** A folder in step: its store, where it lies, how it is, what can be done. */
export function FolderRow({ folder, now }: { folder: ShownFolder; now: Date }) {
  const t = useTranslations('Folders')
  const { id, state, isTwoWay, report } = folder
  const changing = useAct(changeFolder)
  const onChange: FolderMenuProps['onChange'] = (change) => void changing.run({ id, change })
  const name = plainName(folder.storeName)
  return (
    <li>
      <div className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex items-center gap-2">
            <Link href={`/stores/${folder.storeId}`} className="truncate font-medium">
              <VisibleLabel text={folder.storeName} />
            </Link>
            {state === 'paused' ? <Badge>{t('state_paused')}</Badge> : null}
            {folder.hasGate ? <Badge tone="accent">{t('asksFirst')}</Badge> : null}
          </div>
          <div className="truncate font-mono text-xs text-ink-3" title={folder.location}>
            <VisibleLabel text={folder.project ?? folder.location} />
          </div>
        </div>
        <span className="text-ink-2 tabular-nums">{t('files', { count: report.files })}</span>
        <span className="w-20 text-right text-ink-3">
          {folder.passedAt ? <Ago time={folder.passedAt} now={now} /> : null}
        </span>
        <Switch
          isOn={isTwoWay}
          aria-label={t('bothWaysOf', { name })}
          onClick={() => changing.isBusy || onChange({ isTwoWay: !isTwoWay })}
        >
          <span aria-hidden>{t('bothWays')}</span>
        </Switch>
        <FolderMenu folder={folder} onChange={onChange} />
      </div>
      <WhyNot why={changing.why} />
      {isQuiet(state) ? null : <Rest folder={folder} />}
      {hasMore(folder) || folder.isInRepository ? <FolderTold folder={folder} /> : null}
    </li>
  )
}

interface FolderMenuProps {
  folder: ShownFolder
  onChange: (change: Parameters<typeof changeFolder>[0]['change']) => void
}

function FolderMenu({ folder: { id, state, storeName, hasGate }, onChange }: FolderMenuProps) {
  const t = useTranslations('Folders')
  const [isAsked, setAsked] = useState(false)
  const end = useAct(endFolder, { done: () => setAsked(false) })
  const name = plainName(storeName)
  const isPaused = state === 'paused'
  return (
    <>
      <Menu label={t('menuOf', { name })} button={<Ellipsis size={16} aria-hidden />}>
        <MenuButton onSelect={() => onChange({ isPaused: !isPaused })}>
          {t(isPaused ? 'goOn' : 'pause')}
        </MenuButton>
        {hasGate === null ? null : (
          <MenuButton onSelect={() => onChange({ hasGate: !hasGate })}>
            {t(hasGate ? 'askNoMore' : 'askFirst')}
          </MenuButton>
        )}
        <MenuRule />
        <MenuButton isDanger onSelect={() => setAsked(true)}>
          {t('disconnect')}
        </MenuButton>
      </Menu>
      <AskedOnce
        title={t('disconnectTitle', { name })}
        description={t('disconnectAbout')}
        act={t('disconnect')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        by={end}
        onAct={() => void end.run({ id })}
      />
    </>
  )
}

const ANSWERS = {
  files_missing: ['deleted', { areDeleted: true }],
  folder_replaced: ['same', { isTheSame: true }],
} as const

/** Why a folder rests, and what a person can answer to that. */
function Rest({ folder: { id, state, report } }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  return (
    <NoticeBar
      tone="caution"
      acts={
        state === 'files_missing' || state === 'folder_replaced' ? (
          <ActButton size="small" does={changeFolder} input={{ id, change: ANSWERS[state][1] }}>
            {t(ANSWERS[state][0])}
          </ActButton>
        ) : null
      }
    >
      {t(`state_${state}`, { count: report.missing.length })}
    </NoticeBar>
  )
}
