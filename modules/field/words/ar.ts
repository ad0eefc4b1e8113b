/** Arabic: enrolling a device. */
import type { Words } from "@ops/platform/language/languages.ts"

export default {
  "Name is required": "الاسم مطلوب",
  "For a tablet or phone that stays at the site. Its records are signed and time-stamped, and sent whoever is signed in.":
    "لجهاز لوحي أو هاتف يبقى في الموقع. تُوقَّع إدخالاته وتُختم بالوقت، وتُرسل أيًّا كان المستخدم.",
  "Enrol device": "تسجيل الجهاز",
  "Enrolling...": "جارٍ التسجيل...",
  "{name} is enrolled": "سُجِّل الجهاز {name}",
  "Tablet of the canteen": "جهاز قاعة الطعام اللوحي",
} satisfies Words
