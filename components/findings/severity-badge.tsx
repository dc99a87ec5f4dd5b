import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import type { ScanSeverity } from '@/lib/scan/rules'

const TONES = {
  critical: 'danger',
  high: 'removed',
  medium: 'caution',
  low: 'plain',
} as const satisfies Record<ScanSeverity, string>

export async function SeverityBadge({ severity }: { severity: ScanSeverity }) {
  const t = await texts()
  return <Badge tone={TONES[severity]}>{t(`Findings.severity_${severity}`)}</Badge>
}
