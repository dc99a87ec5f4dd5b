/** All long work that there is: each room says what its kinds do when it is loaded. */
import '@/lib/held/held-by-rules'
import '@/lib/jobs/purge'
import '@/lib/scan/flags-of'
import '@/lib/sessions/redaction'
import '@/lib/store/copies'
import '@/lib/store/redact/redact'
import '@/lib/transfer/seed'
