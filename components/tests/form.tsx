'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { Scrolled } from '@/components/frame/page'
import { useKey } from '@/components/keys/use-key'
import { ActBar } from '@/components/ui/act-bar'
import { Button } from '@/components/ui/button'
import { Checkbox, Choice, Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { useHanded } from '@/components/ui/handed'
import { WhyNot } from '@/components/ui/notice'
import { CheckFields } from '@/components/why/check-fields'
import type { Check } from '@/lib/why/check'
import type { GivenTest } from '@/lib/why/tests'
import { wholeStart } from '@/lib/text/long-text'
import { change, make } from './actions'

export interface TestFormProps {
  storeId: string
  /** null: a new one */
  saved: { id: string; updatedAt: Date; given: GivenTest } | null
  /** the model of a new one */
  model: string
}

const EMPTY: Check = { type: 'contains', text: '' }
const MOST_NAME = 60

/** A test's question, what its answers must be like, and who is asked. */
export function TestForm({ storeId, saved, model }: TestFormProps) {
  const t = useTranslations('Tests')
  const router = useRouter()
  const handed = useHanded('test')
  const [draft, setDraft] = useState(() => saved?.given ?? begun(handed, model))
  const address = `/stores/${storeId}/tests`
  const to = (id: string) => `${address}?test=${id}`
  const on = { to, done: () => t('saved') }
  const making = useAct(make, on)
  const changing = useAct(change, { ...on, stale: (id) => router.push(to(id)) })
  const { isBusy, why } = saved ? changing : making
  const put = (more: Partial<GivenTest>) => setDraft((before) => ({ ...before, ...more }))
  const save = () => {
    if (isBusy) return
    const asked = { storeId, given: draft }
    if (saved) void changing.run({ ...asked, id: saved.id, updatedAt: saved.updatedAt })
    else void making.run(asked)
  }
  const form = useRef<HTMLFormElement>(null)
  const send = () => form.current?.requestSubmit()
  useKey('mod+enter', t('save'), send, { inForms: true, bar: true })
  return (
    <>
      <Scrolled label={t(saved ? 'edit' : 'newTest')}>
        <Form ref={form} onSend={save} className="grid max-w-3xl gap-4 px-6 py-5 max-md:px-4">
          <h2 className="text-[22px] leading-7 font-semibold">{t(saved ? 'edit' : 'newTest')}</h2>
          <Field
            label={t('name')}
            required
            value={draft.name}
            maxLength={200}
            onChange={({ target }) => put({ name: target.value })}
          />
          {draft.messages.map((message, index) => (
            <Field
              // What is asked has no other name than its place.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={t('ask', { number: index + 1 })}
              required
              rows={2}
              value={message}
              maxLength={20_000}
              onChange={({ target }) => put({ messages: draft.messages.with(index, target.value) })}
            />
          ))}
          <div>
            <Button
              size="small"
              Icon={Plus}
              onClick={() => put({ messages: [...draft.messages, ''] })}
            >
              {t('askMore')}
            </Button>
          </div>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">{t('rightIf')}</legend>
            {draft.checks.map((check, index) => (
              <div
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                className="flex items-start gap-2"
              >
                <div className="min-w-0 flex-1">
                  <CheckFields
                    check={check}
                    model={draft.model}
                    onChange={(next) => put({ checks: draft.checks.with(index, next) })}
                  />
                </div>
                {draft.checks.length > 1 ? (
                  <Button
                    label={t('removeCheck')}
                    Icon={Trash2}
                    onClick={() => put({ checks: draft.checks.toSpliced(index, 1) })}
                  />
                ) : null}
              </div>
            ))}
            <div>
              <Button
                size="small"
                Icon={Plus}
                onClick={() => put({ checks: [...draft.checks, EMPTY] })}
              >
                {t('moreChecks')}
              </Button>
            </div>
          </fieldset>
          <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
            <Field
              label={t('model')}
              value={draft.model}
              maxLength={256}
              onChange={({ target }) => put({ model: target.value })}
            />
            <Choice
              label={t('access')}
              choices={(['read_only', 'read_write'] as const).map((value) => ({
                value,
                label: t(`accesses.${value}`),
              }))}
              value={draft.access}
              onChoose={(access) => put({ access })}
            />
            <Choice
              label={t('tools')}
              choices={(['memory', 'documents'] as const).map((value) => ({
                value,
                label: t(`toolSets.${value}`),
              }))}
              value={draft.tools}
              onChoose={(tools) => put({ tools })}
            />
          </div>
          <Field
            label={t('system')}
            rows={2}
            value={draft.system}
            onChange={({ target }) => put({ system: target.value })}
          />
          <Checkbox
            isTicked={draft.after_changes}
            onTick={(after_changes) => put({ after_changes })}
          >
            {t('afterChanges')}
          </Checkbox>
          <WhyNot why={why} />
        </Form>
      </Scrolled>
      <ActBar
        says={t('saveSays')}
        about={t('saveAbout')}
        primary={
          <Button variant="primary" stroke="mod+enter" isBusy={isBusy} onClick={send}>
            {t('save')}
          </Button>
        }
      />
    </>
  )
}

function begun(handed: ReturnType<typeof useHanded<'test'>>, model: string): GivenTest {
  const usual = { system: '', access: 'read_only', tools: 'memory', after_changes: false } as const
  if (!handed) return { name: '', messages: [''], checks: [EMPTY], model, ...usual }
  return { name: wholeStart(handed.messages[0] ?? '', MOST_NAME), ...handed, ...usual }
}
