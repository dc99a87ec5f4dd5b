'use client'

import { History, Plus, Undo2, Users } from 'lucide-react'
import { type ReactNode, useEffect, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { VisibleLabel } from '@/components/content/visible-label'
import { ActWords, PageHead, type PageTabs } from '@/components/frame/page'
import { StoreActs } from '@/components/stores/store-menu'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { MenuButton, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useToast } from '@/components/ui/toast'
import type { Policy, PolicyDefault, PolicyDraft } from '@/lib/review/model/policy'
import type { RuleHealth } from '@/lib/review/model/policy-health'
import { resumeRuleAction, savePolicyAction } from './actions'
import type { ShownHint } from './dry-run-answer'
import { DryRunPane } from './dry-run-pane'
import {
  changedRules,
  draftOf,
  editedPolicy,
  type EditedPolicy,
  type EditedRule,
  isPreset,
  newRule,
  saysSame,
  withLostLinesHeld,
} from './edited-policy'
import { type Draft, keepDraft, keptDraft } from './kept-draft'
import { countedSince, savedSince } from './saved-since'
import { RevisionsPane } from './revisions-pane'
import { ActionName, RuleRow, Uses } from './rule-row'
import type { RuleField } from './rule-sentence'
import { type DryRunDays, useDryRun } from './use-dry-run'
import { usePolicyKeys } from './use-policy-keys'

export type PresetName = 'watch' | 'careful' | 'strict'

export interface PolicyBoardProps {
  store: { id: string; name: string; isArchived: boolean }
  /** the pages of the store */
  tabs: PageTabs
  /** leads to the store's tests */
  tests: ReactNode
  policy: Policy
  revisions: readonly Policy[]
  /** of each rule, in their order, and last of the default */
  health: readonly RuleHealth[]
  presets: Readonly<Record<PresetName, PolicyDraft>>
  /** agents that wrote here, by the names that rules know them by */
  agents: readonly string[]
  names: Readonly<Record<string, string>>
  /** milliseconds since 1970 */
  now: number
}

const PRESETS = ['watch', 'careful', 'strict'] as const
const DEFAULTS = ['review', 'quarantine', 'hold'] as const

/** A store's rules, edited in place, with what they would have done beside them. */
export function PolicyBoard(props: PolicyBoardProps) {
  const { store, tabs, tests, policy, revisions, health, presets, agents, names, now } = props
  const t = useTranslations('Policy')
  const format = useFormatter()
  const noAnswer = useNoAnswer()
  const showToast = useToast()
  const [draft, setDraft] = useState<Draft | null>(() => keptDraft(store.id))
  const [open, setOpen] = useState<{ key: string; field: RuleField } | null>(null)
  const [beside, setBeside] = useState<'dry run' | 'revisions'>('dry run')
  const [days, setDays] = useState<DryRunDays>(30)
  const [why, setWhy] = useState<string | null>(null)
  const [isSaving, startSaving] = useTransition()
  const edited = draft?.policy ?? editedPolicy(policy)
  const changed = changedRules(edited, policy)
  const isBehind = draft !== null && draft.revision !== policy.revision
  const dry = useDryRun(store.id, draftOf(edited, policy), days)
  const mayEdit = !store.isArchived
  const preset = PRESETS.find((name) => isPreset(edited, presets[name])) ?? 'own'

  const defaultSince = countedSince(revisions, now)
  const added = draft?.added ?? 0
  const kept = changed > 0 ? draft : null
  useEffect(() => keepDraft(store.id, kept), [store.id, kept])

  const edit = (next: EditedPolicy, addedByThen = added) => {
    setWhy(null)
    const revision = draft?.revision ?? policy.revision
    setDraft({ policy: next, revision, added: addedByThen })
  }
  const editRule = (rule: EditedRule) =>
    edit({ ...edited, rules: edited.rules.map((each) => (each.key === rule.key ? rule : each)) })
  const discard = () => {
    setDraft(null)
    setOpen(null)
    setWhy(null)
  }
  const addRule = () => {
    if (!mayEdit) return
    const rule = newRule(`added:${added}`)
    edit({ ...edited, rules: [...edited.rules, rule] }, added + 1)
    setOpen({ key: rule.key, field: 'operations' })
  }
  const tryHint = ({ minLostLines }: ShownHint) => {
    const rule = newRule(`added:${added}`)
    edit({ ...edited, rules: withLostLinesHeld(edited.rules, minLostLines, rule) }, added + 1)
  }
  const removeRule = (key: string) => {
    const at = edited.rules.findIndex((rule) => rule.key === key)
    const rules = edited.rules.filter((rule) => rule.key !== key)
    edit({ ...edited, rules })
    setOpen(null)
    focusRule((rules[at] ?? rules.at(-1))?.key)
  }
  const take = (taken: PolicyDraft) => {
    edit(editedPolicy(taken))
    setOpen(null)
  }
  const save = () => {
    if (!draft || changed === 0 || isSaving || !mayEdit) return
    startSaving(async () => {
      const outcome = await savePolicyAction({
        storeId: store.id,
        draft: draftOf(draft.policy, policy),
        revision: draft.revision,
      }).catch(noAnswer)
      if (!outcome.isDone) return setWhy(outcome.why)
      // Nothing is shown any more if the page was left meanwhile.
      keepDraft(store.id, null)
      discard()
      showToast({ text: t('savedAs', { revision: outcome.value }) })
    })
  }
  const resume = async (ruleId: string, agent: string) => {
    const outcome = await resumeRuleAction({ storeId: store.id, ruleId, agent }).catch(noAnswer)
    setWhy(outcome.isDone ? null : outcome.why)
  }
  usePolicyKeys({
    add: addRule,
    edit: (key) => {
      if (mayEdit) setOpen({ key, field: 'operations' })
    },
    save,
  })

  return (
    <>
      <PageHead
        crumbs={[{ href: '/stores', label: t('stores') }]}
        title={<VisibleLabel text={store.name} />}
        meta={changed > 0 ? <Badge tone="accent">{t('changed', { count: changed })}</Badge> : null}
        tabs={tabs}
        guide="policy"
        actions={
          <>
            {changed > 0 ? (
              <Button variant="quiet" onClick={discard}>
                <Undo2 size={15} aria-hidden className="md:hidden" />
                <ActWords>{t('discard')}</ActWords>
              </Button>
            ) : null}
            {tests}
            <StoreActs storeId={store.id} isArchived={store.isArchived}>
              {policy.revision === 0 ? null : (
                <>
                  <MenuButton
                    Icon={History}
                    onSelect={() => setBeside(beside === 'revisions' ? 'dry run' : 'revisions')}
                  >
                    {t(beside === 'revisions' ? 'dryRun' : 'revisions')}
                  </MenuButton>
                  <MenuRule />
                </>
              )}
            </StoreActs>
          </>
        }
        primary={
          mayEdit && changed > 0 ? (
            <Button variant="primary" onClick={save} isBusy={isSaving}>
              {t(isSaving ? 'saving' : 'save')}
              <Kbd>⌘↵</Kbd>
            </Button>
          ) : null
        }
      />
      <div className="policy-panes">
        <section aria-label={t('rules')} className="policy-rules" tabIndex={-1}>
          <header className="policy-bar">
            <SegmentedChoice
              name="preset"
              legend={t('preset')}
              choices={[...PRESETS, 'own' as const].map((value) => ({
                value,
                label: t(`preset_${value}`),
              }))}
              value={preset}
              onChoose={(name) => {
                if (name !== 'own') take(presets[name])
              }}
              isOff={!mayEdit}
            />
            <p className="min-w-0 flex-1 truncate text-xs text-ink-3">
              {t(`presetAbout_${preset}`)}
            </p>
          </header>
          {policy.unreadable === null ? null : (
            <p role="alert" className="policy-notice">
              {t('unreadable', { field: policy.unreadable })}
            </p>
          )}
          {isBehind ? (
            <div role="alert" className="policy-notice">
              <span className="min-w-0 flex-1">{t('behind', { revision: policy.revision })}</span>
              <Button
                size="small"
                onClick={() => setDraft({ ...draft, revision: policy.revision })}
              >
                {t('keepMine')}
              </Button>
              <Button size="small" onClick={discard}>
                {t('takeTheirs')}
              </Button>
            </div>
          ) : null}
          {why === null || isBehind ? null : (
            <div className="px-4 pt-3">
              <ErrorNotice>{why}</ErrorNotice>
            </div>
          )}
          {edited.rules.map((rule) => {
            const at = policy.rules.findIndex(({ id }) => id === rule.id)
            const was = policy.rules[at]
            return (
              <RuleRow
                key={rule.key}
                rule={rule}
                storeId={store.id}
                health={health[at] ?? null}
                since={savedSince(revisions, rule.id, now)}
                isChanged={!was || !saysSame(rule, was)}
                now={now}
                agents={agents}
                names={names}
                field={open?.key === rule.key ? open.field : null}
                acts={
                  mayEdit
                    ? {
                        open: (field) => {
                          setOpen(field && { key: rule.key, field })
                          if (field === null) focusRule(rule.key)
                        },
                        change: editRule,
                        remove: () => removeRule(rule.key),
                        resume: (agent) => void resume(rule.id ?? '', agent),
                      }
                    : null
                }
              />
            )
          })}
          <article
            tabIndex={-1}
            id="default"
            data-rule="default"
            className="policy-rule bg-well"
            aria-label={t('everythingElse', { rules: edited.rules.length })}
          >
            <ActionName action={edited.default} />
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="policy-sentence">
                {t('everythingElse', { rules: edited.rules.length })}
              </span>
              <Select<PolicyDefault>
                label={t('default')}
                isLabelHidden
                className="w-64"
                value={edited.default}
                isOff={!mayEdit}
                options={DEFAULTS.map((value) => ({ value, label: t(`default_${value}`) }))}
                onChoose={(chosen) => edit({ ...edited, default: chosen })}
              />
              {policy.revision > 0 && defaultSince === null ? null : (
                <span className="text-xs text-ink-3">
                  {defaultSince === null
                    ? t('notCounted')
                    : t('countedSince', {
                        date: format.dateTime(defaultSince, {
                          dateStyle: 'medium',
                          timeZone: 'UTC',
                        }),
                      })}
                </span>
              )}
            </div>
            {policy.revision === 0 ? (
              <span />
            ) : (
              <Uses uses={health.at(-1)?.uses ?? []} since={defaultSince} />
            )}
            {/* Keeps the column of the other rules' button. */}
            {mayEdit ? (
              <span aria-hidden className="invisible px-2 text-xs font-medium">
                {t('edit')}
              </span>
            ) : null}
          </article>
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 px-4 py-3">
            {mayEdit ? (
              <Button onClick={addRule}>
                <Plus size={15} aria-hidden />
                {t('addRule')}
                <Kbd>N</Kbd>
              </Button>
            ) : null}
            <span className="text-xs text-ink-3">{t('strictest')}</span>
          </div>
          <p className="flex gap-2.5 px-5 py-1.5 pb-5 text-xs text-ink-3">
            <Users size={15} aria-hidden className="mt-0.5 shrink-0" />
            {t('exempt')}
          </p>
        </section>
        {beside === 'dry run' ? (
          <DryRunPane
            storeId={store.id}
            dry={dry}
            days={days}
            onDays={setDays}
            onTry={mayEdit ? tryHint : null}
          />
        ) : (
          <RevisionsPane
            revisions={revisions}
            names={names}
            onRestore={
              mayEdit
                ? (revision) => {
                    take(revision)
                    setBeside('dry run')
                  }
                : null
            }
          />
        )}
      </div>
    </>
  )
}

function focusRule(key: string | undefined): void {
  requestAnimationFrame(() => {
    const rule = document.querySelector<HTMLElement>(
      `[data-rule="${CSS.escape(key ?? 'default')}"]`,
    )
    rule?.focus()
  })
}
