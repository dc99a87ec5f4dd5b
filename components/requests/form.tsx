import type { RequestFormProps } from '@/components/review/request-form'
import { useLater } from '@/components/ui/later'

const loadForm = () => import('@/components/review/request-form')

/** The form for a request, while there is one. */
export function RequestForm({ about, onClose }: { about: About | null; onClose: () => void }) {
  const later = useLater(loadForm)
  return about && later ? <later.RequestForm {...about} onClose={onClose} /> : null
}

export type About = Omit<RequestFormProps, 'onClose'>
