import 'server-only'
import type { ReactNode } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { AnswerMarkdown } from './answer-markdown'
import { answerTexts } from './answer-texts'
import type { SessionState } from '../session-state'

/** The `answerTexts` of a session as the page comes with them, so that it needs no parser. */
export async function laidOutAnswers(state: SessionState): Promise<ReactNode[]> {
  const t = await texts()
  const labels = { image: t('Memory.image'), done: t('Memory.done'), open: t('Memory.open') }
  return answerTexts(state).map((text, index) => (
    <AnswerMarkdown key={index} text={text} labels={labels} />
  ))
}
