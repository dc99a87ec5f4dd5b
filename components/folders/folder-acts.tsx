'use client'

import { useQueryClient } from '@tanstack/react-query'
import {
  ArrowDown,
  ArrowDownUp,
  Ellipsis,
  Pause,
  Play,
  ShieldCheck,
  ShieldOff,
  Unplug,
} from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import type { ActionResult } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Menu, MenuButton, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { plainName } from '@/lib/text/plain-text'
import {
  gateFolderAction,
  pauseFolderAction,
  removeFolderAction,
  resumeFolderAction,
  turnFolderAction,
} from './actions'
import type { ShownFolder } from './folders-answer'
import { FOLDERS_KEY } from './queries'

/** The question that a person is asked before a folder that rests continues, by its problem. */
const QUESTIONS: Partial<Record<NonNullable<ShownFolder['problem']>, 'deletions' | 'folder'>> = {
  folder_missing: 'deletions',
  files_missing: 'deletions',
  folder_replaced: 'folder',
}

/**
 * Actions on a watched folder: if it is stopped the one that helps as a button, the others in a
 * menu.
 */
export function FolderActs({ folder }: { folder: ShownFolder }) {
  const t = useTranslations('Folders')
  const queries = useQueryClient()
  const noAnswer = useNoAnswer()
  const [asked, setAsked] = useState<'two_way' | 'gate' | 'remove' | 'deletions' | 'folder' | null>(
    null,
  )
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  const { id, state, direction, problem } = folder
  const act = (work: () => Promise<ActionResult<unknown>>) =>
    start(async () => {
      const outcome = await work().catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (outcome.isDone) setAsked(null)
      await queries.invalidateQueries({ queryKey: FOLDERS_KEY })
    })
  const resume = (accepts: 'deletions' | 'folder' | null) =>
    act(() => resumeFolderAction({ connectionId: id, accepts }))
  const question = problem === null ? null : (QUESTIONS[problem] ?? null)
  return (
    <div className="flex shrink-0 items-center gap-1">
      {state === 'ok' ? null : (
        <Button
          size="small"
          isBusy={isPending}
          onClick={() => (question === null ? resume(null) : setAsked(question))}
        >
          {t(question === null ? 'resume' : 'decide')}
        </Button>
      )}
      <Menu
        label={t('more', { name: plainName(folder.storeName) })}
        size="small-icon"
        button={<Ellipsis size={15} aria-hidden />}
      >
        {state === 'ok' ? (
          <MenuButton Icon={Pause} onSelect={() => act(() => pauseFolderAction(id))}>
            {t('pause')}
          </MenuButton>
        ) : (
          <MenuButton Icon={Play} onSelect={() => resume(null)}>
            {t('resume')}
          </MenuButton>
        )}
        {direction === 'read' ? (
          <MenuButton Icon={ArrowDownUp} onSelect={() => setAsked('two_way')}>
            {t('goBothWays')}
          </MenuButton>
        ) : (
          <MenuButton
            Icon={ArrowDown}
            onSelect={() => act(() => turnFolderAction({ connectionId: id, direction: 'read' }))}
          >
            {t('readOnly')}
          </MenuButton>
        )}
        {folder.preset === 'folder' ? null : folder.hasGate ? (
          <MenuButton
            Icon={ShieldOff}
            onSelect={() => act(() => gateFolderAction({ connectionId: id, isOn: false }))}
          >
            {t('gateOff')}
          </MenuButton>
        ) : (
          <MenuButton Icon={ShieldCheck} onSelect={() => setAsked('gate')}>
            {t('gateOn')}
          </MenuButton>
        )}
        <MenuRule />
        <MenuButton Icon={Unplug} isDanger onSelect={() => setAsked('remove')}>
          {t('remove')}
        </MenuButton>
      </Menu>
      <Dialog
        title={t(`ask_${asked ?? 'remove'}`, { name: plainName(folder.storeName) })}
        description={t(`askAbout_${asked ?? 'remove'}`)}
        isOpen={asked !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAsked(null)
        }}
      >
        {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
        <div className="flex flex-wrap justify-end gap-2">
          {asked === 'two_way' ? (
            <Button
              variant="primary"
              isBusy={isPending}
              onClick={() =>
                act(() => turnFolderAction({ connectionId: id, direction: 'two_way' }))
              }
            >
              {t('goBothWays')}
            </Button>
          ) : null}
          {asked === 'gate' ? (
            <Button
              variant="primary"
              isBusy={isPending}
              onClick={() => act(() => gateFolderAction({ connectionId: id, isOn: true }))}
            >
              {t('gateOn')}
            </Button>
          ) : null}
          {asked === 'remove' ? (
            <Button
              variant="danger"
              isBusy={isPending}
              onClick={() => act(() => removeFolderAction(id))}
            >
              {t('remove')}
            </Button>
          ) : null}
          {asked === 'deletions' ? (
            <>
              <Button isBusy={isPending} onClick={() => resume('deletions')}>
                {t('wereDeleted')}
              </Button>
              <Button variant="primary" isBusy={isPending} onClick={() => resume(null)}>
                {t('areBack')}
              </Button>
            </>
          ) : null}
          {asked === 'folder' ? (
            <>
              <Button isBusy={isPending} onClick={() => resume('folder')}>
                {t('isTheSame')}
              </Button>
              <Button variant="primary" isBusy={isPending} onClick={() => resume(null)}>
                {t('isBack')}
              </Button>
            </>
          ) : null}
        </div>
      </Dialog>
    </div>
  )
}
