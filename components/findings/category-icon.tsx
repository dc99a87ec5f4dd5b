import {
  CalendarClock,
  EyeOff,
  KeyRound,
  type LucideIcon,
  MessageSquareWarning,
  UserRound,
} from 'lucide-react'
import type { ScanCategory } from '@/lib/scan/rules'

const ICONS: Record<ScanCategory, LucideIcon> = {
  secret: KeyRound,
  personal_data: UserRound,
  instructions: MessageSquareWarning,
  hidden: EyeOff,
  hygiene: CalendarClock,
}

/** The sign of what a finding is about; words stand beside it. */
export function CategoryIcon({ category, size = 14 }: { category: ScanCategory; size?: number }) {
  const Icon = ICONS[category]
  return <Icon size={size} strokeWidth={2} aria-hidden className="shrink-0" />
}
