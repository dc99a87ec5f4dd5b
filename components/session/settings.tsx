'use client'

import { useTranslations } from 'next-intl'
import { Suspense, use, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { PageSection } from '@/components/frame/page'
import { Button } from '@/components/ui/button'
import { VisibleLabel } from '@/components/lines/visible-text'
import { NoticeBar, WhyNot } from '@/components/ui/notice'
import { SettingsForm, SettingsRow } from '@/components/ui/settings-form'
import type { ModelList } from '@/lib/sessions/models'
import type { WireSettings } from '@/lib/sessions/settings'
import { change } from './actions'
import { valueAt } from './dotted'
import { EndSession } from './end'
import { ContextFields, EffortFields, InstructionFields, ToolField } from './fields'
import { ModelChoice, type ModelChoiceProps } from './model-choice'
import type { SessionFacts } from './state'

export interface SessionSettingsProps {
  facts: SessionFacts
  /** to choose from; they may come later */
  models: Promise<ModelList>
}

/** How a session works; each holds at once, from the next request on. What ends it comes last. */
export function SessionSettings({ facts, models }: SessionSettingsProps) {
  const t = useTranslations('SessionSettings')
  const [isEnded, setEnded] = useState(false)
  const { id, isArchived, settings } = facts
  const { save, why } = useSave(id, settings)
  const { model, approval } = settings
  return (
    <>
      {isArchived ? (
        <NoticeBar tone="plain">{t('archived')}</NoticeBar>
      ) : (
        <>
          <PageSection title={t('agent')} note={t('agentNote')}>
            <SettingsRow words={t('model')}>
              <Suspense fallback={<VisibleLabel text={model} />}>
                <Models of={models} model={model} onChoose={(now) => void save({ model: now })} />
              </Suspense>
            </SettingsRow>
            <SettingsForm
              fields={[{ name: 'isAsking', kind: 'tick', words: t('approval') }]}
              values={{ isAsking: approval === 'always_ask' }}
              onSave={({ isAsking }) =>
                save({ approval: isAsking ? 'always_ask' : 'always_allow' })
              }
            />
            <InstructionFields settings={settings} save={save} />
            <EffortFields settings={settings} save={save} />
            <ToolField settings={settings} save={save} />
            <WhyNot why={why} />
          </PageSection>
          <PageSection title={t('context')} note={t('contextNote')}>
            <ContextFields settings={settings} save={save} />
          </PageSection>
        </>
      )}
      <PageSection title={t('end')} note={t('endNote')}>
        <div className="pt-2">
          <Button variant="quiet-danger" onClick={() => setEnded(true)}>
            {t('endAct')}
          </Button>
        </div>
      </PageSection>
      {isEnded ? (
        <EndSession id={id} isArchived={isArchived} onClose={() => setEnded(false)} />
      ) : null}
    </>
  )
}

const Models = ({
  of,
  ...choice
}: Omit<ModelChoiceProps, 'models'> & { of: Promise<ModelList> }) => (
  <ModelChoice models={use(of)} {...choice} />
)

/** Saves settings by their dotted names, as long as these are what is shown; the toast takes them back. */
function useSave(sessionId: string, settings: WireSettings) {
  const t = useTranslations('SessionSettings')
  const saving = useAct(change, {
    done: () => t('saved'),
    undo:
      ({ was, now }) =>
      () =>
        change({ sessionId, was: now, now: was }),
  })
  const save = (now: Record<string, unknown>) => {
    const was = Object.fromEntries(Object.keys(now).map((name) => [name, valueAt(settings, name)]))
    return saving.run({ sessionId, was, now })
  }
  return { save, why: saving.why }
}
