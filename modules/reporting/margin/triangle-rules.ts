/** Alerts on heads expected, cooked for and eating: a large difference means that food or money is lost. */
import { marginSql } from "./margin.ts"

/**
 * An alert is raised if all three counts are known and differ by at least `wide` percent of the largest and by at least `heads`; from `wider` percent its
 * priority is high.
 */
const wide = 15
const wider = 40
const heads = 10
/** The number of past days that are checked. */
const back = 7

const within = (sql: string) => sql.replaceAll("$1::date", `(es.today() - ${back})`).replaceAll("$2::date", "es.today()")

/** For the alert clock. */
export const triangleRules = [
  {
    name: "triangle",
    sql: `select 'triangle/' || x.site_id || '/' || to_char(x.date, 'YYYY-MM-DD') || '/' || x.meal_type as cause, 'meals' as type,
        case when x.gap_percent >= ${wider} then 'high' else 'medium' end as priority,
        initcap(x.meal_type) || ' of ' || to_char(x.date, 'YYYY-MM-DD') || ' at ' || s.name || ': the counts are ' || round(x.gap_percent) || '% apart' as title,
        x.expected || ' should have been there, goods were issued for ' || x.cooked || ', ' || x.eaten || ' ate. Find out which of them is wrong' as message,
        x.site_id as "siteId", 'site' as "relatedEntity", x.site_id as "relatedEntityId"
      from (${within(marginSql)}) x join site s on s.id = x.site_id where x.cooked is not null and x.gap >= ${heads} and x.gap_percent >= ${wide}`,
  },
]
