'use client'

import { FolderGit2, FolderX, GitBranch } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { VisibleLabel } from '@/components/lines/visible-text'
import { useKey } from '@/components/keys/use-key'
import { ActBar } from '@/components/ui/act-bar'
import { ActButton } from '@/components/ui/act-button'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { WhyNot } from '@/components/ui/notice'
import { Checkbox } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { Ago } from '@/components/ui/time'
import type { FoundFolder } from '@/lib/folders/find'
import { shownSize } from '@/lib/text/human-size'
import { toggled } from '@/lib/text/lists'
import { plainName } from '@/lib/text/visible-text'
import { connectFolders, planFolders, type PlannedFolder } from './actions'
import { Named, Told } from './told'

/** A folder that was found, and what it belongs to: another that is found or in step. */
export interface ShownFound extends FoundFolder {
  /** of the store that it is in step with */
  storeId: string | null
  /** where the project lies that it could be brought together with */
  besideOf: string | null
}

/** Memory of Claude Code on this machine. Ticked folders become stores; nothing is written into them. */
export function FoundFolders({ found, now }: { found: readonly ShownFound[]; now: Date }) {
  const t = useTranslations('Folders')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isTwoWay, setTwoWay] = useState(false)
  const [plans, setPlans] = useState<readonly PlannedFolder[] | null>(null)
  const planning = useAct(planFolders, { done: (planned) => setPlans(planned) })
  const connecting = useAct(connectFolders, {
    done: () => {
      setTicked(new Set())
      setPlans(null)
    },
  })
  const open = found.filter(({ storeId }) => storeId === null)
  const chosen = open.filter(({ location, isAllowed }) => isAllowed && ticked.has(location))
  const plan = () => void planning.run({ folders: chosen.map(askedFor) })
  const connect = async (folders: readonly PlannedFolder[]) => {
    const done = await connecting.run({ folders: [...folders], isTwoWay })
    // What a folder became since is shown anew.
    if (!done.ok && done.code === 'plan_changed') await planning.run({ folders: [...folders] })
  }
  useKey('mod+enter', t('connectAsk', { count: chosen.length }), plan, {
    when: chosen.length > 0 && !planning.isBusy && plans === null,
    bar: true,
  })
  return (
    <>
      <section aria-label={t('found')}>
        <h2 className="flex items-baseline gap-2 border-b border-line px-4 pt-4 pb-1 text-xs font-semibold text-ink-2">
          {t('found')} <span className="font-normal text-ink-3 tabular-nums">{open.length}</span>
        </h2>
        {open.length === 0 ? <p className="px-4 py-3 text-ink-2">{t('noneFound')}</p> : null}
        <ul>
          {open.map((folder) => (
            <FoundRow
              key={folder.location}
              folder={folder}
              beside={found.find(({ location }) => location === folder.besideOf) ?? null}
              now={now}
              isTicked={ticked.has(folder.location)}
              onTick={() => setTicked((before) => toggled(before, folder.location))}
            />
          ))}
        </ul>
        <WhyNot why={planning.why} />
      </section>
      <AskedOnce
        title={t('connectTitle', { count: plans?.length ?? 0 })}
        description={t('says', { count: plans?.length ?? 0 })}
        act={t('connect', { count: plans?.length ?? 0 })}
        variant="primary"
        isOpen={plans !== null}
        onClose={() => setPlans(null)}
        by={connecting}
        onAct={() => plans && void connect(plans)}
      >
        <Plans plans={plans ?? []} />
      </AskedOnce>
      {chosen.length === 0 ? null : (
        <ActBar
          says={t('says', { count: chosen.length })}
          about={t(isTwoWay ? 'saysTwoWay' : 'saysOneWay')}
          secondary={
            <Switch isOn={isTwoWay} onClick={() => setTwoWay(!isTwoWay)}>
              {t('bothWays')}
            </Switch>
          }
          primary={
            <Button variant="primary" isBusy={planning.isBusy} stroke="mod+enter" onClick={plan}>
              {t('connectAsk', { count: chosen.length })}
            </Button>
          }
        />
      )}
    </>
  )
}

const askedFor = ({ location, name }: FoundFolder) => {
  return { folder: location, name, preset: 'claude_code' as const, only: [], hash: null }
}

interface FoundRowProps {
  folder: ShownFound
  beside: ShownFound | null
  now: Date
  isTicked: boolean
  onTick: () => void
}

function FoundRow({ folder, beside, now, isTicked, onTick }: FoundRowProps) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  const { name, path, isAllowed, worktreeOf, isGone, perhapsNow, missing, conversations } = folder
  const told = [
    t('files', { count: folder.files }),
    shownSize(format, folder.bytes),
    ...(conversations > 0 ? [t('conversations', { count: conversations })] : []),
    ...(missing > 0 ? [t('missingListed', { count: missing })] : []),
  ]
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-72">
        <Checkbox
          isTicked={isTicked && isAllowed}
          isOff={!isAllowed}
          onTick={onTick}
          label={t('tick', { name: plainName(name) })}
        >
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium wrap-anywhere">
                <VisibleLabel text={name} />
              </span>
              {folder.kind === 'agent' ? <span className="text-ink-3">{t('agent')}</span> : null}
              {worktreeOf === null ? null : (
                <Mark Icon={GitBranch} words={t('worktreeOf', { name: plainName(worktreeOf) })} />
              )}
              {isGone ? <Mark Icon={FolderX} words={t('gone')} /> : null}
              {perhapsNow ? (
                <Mark
                  Icon={FolderGit2}
                  words={t('perhapsNow', { name: plainName(perhapsNow.name) })}
                />
              ) : null}
            </span>
            <span className="block font-mono text-xs wrap-anywhere text-ink-3">
              {isAllowed ? <VisibleLabel text={path ?? t('pathUnknown')} /> : t('outside')}
            </span>
          </span>
        </Checkbox>
      </div>
      {beside && isAllowed ? <Together folder={folder} beside={beside} /> : null}
      <span className="text-ink-2 tabular-nums max-md:text-xs">
        {isAllowed ? told.join(' · ') : null}
      </span>
      <span className="w-20 text-right text-ink-3">
        {folder.newestAt ? <Ago time={folder.newestAt} now={now} /> : null}
      </span>
    </li>
  )
}

function Mark({ Icon, words }: { Icon: typeof GitBranch; words: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-xs text-ink-2">
      <Icon size={13} aria-hidden />
      {words}
    </span>
  )
}

/** Both become stores, and are compared: there files and hunks are taken over. */
function Together({ folder, beside }: { folder: ShownFound; beside: ShownFound }) {
  const t = useTranslations('Folders')
  const open = [beside, folder].filter(({ storeId }) => storeId === null)
  const to = (ids: readonly string[]) => {
    const made = [...ids]
    const idOf = ({ storeId }: ShownFound) => storeId ?? made.shift() ?? ''
    return `/stores/${idOf(beside)}/compare?with=${idOf(folder)}`
  }
  const input = { folders: open.map(askedFor), isTwoWay: false }
  return (
    <ActButton size="small" does={connectFolders} input={input} on={{ to }}>
      {t('together', { name: plainName(beside.name) })}
    </ActButton>
  )
}

/** What folders would become, to be agreed to. */
function Plans({ plans }: { plans: readonly PlannedFolder[] }) {
  const t = useTranslations('Folders')
  return (
    <ul className="mt-4 max-h-80 overflow-auto text-ink-2">
      {plans.map(({ folder, name, counts, rows }) => (
        <Told
          key={folder}
          words={`${plainName(name)}: ${rows ? t('planned', counts) : t('unplanned')}`}
        >
          {rows?.map(({ path, why }) => (
            <Named key={path} path={path}>
              {why}
            </Named>
          ))}
        </Told>
      ))}
    </ul>
  )
}
