/** A receiver that has accepted nothing for a day raises an alert; attempts continue, and the alert ends when one is accepted. */
export const webhookRules = [
  {
    name: "webhook",
    sql: `select 'webhook/' || w.id as cause, 'audit' as type, 'high' as priority, w.name || ' has accepted nothing for a day' as title,
        'Everything since position ' || s.position || ' waits, and is tried each hour. The last answer: ' || s.error as message,
        null::bigint as "siteId", 'webhook' as "relatedEntity", w.id as "relatedEntityId"
      from webhook w join app.webhook_state s on s.webhook_id = w.id and s.beginning = w.beginning
      where w.status = 'active' and s.failing_since < now() - interval '1 day'`,
  },
]
