//! Mailbox providers whose names are mistyped often.

/// A name before the first dot, and what may stand after it; the first is the usual one.
pub(super) struct Provider {
    pub name: &'static str,
    pub endings: &'static [&'static str],
}

/// Only names whose neighbours are no words: `aol`, `live`, `msn`, `gmx`, `web`, `me`, `mac`, `cox`, `att`, `sky`,
/// `qq`, `163`, `free`, `orange`, `libero`, `proton`, `naver`, `seznam`, `rogers`, `charter` are one letter away from
/// companies, words or each other, and DNS has to tell.
pub(super) const PROVIDERS: &[Provider] = &[
    provider("bellsouth", &["net"]),
    provider("bigpond", &["com", "net.au", "com.au"]),
    provider("blueyonder", &["co.uk"]),
    provider("btinternet", &["com"]),
    provider("centurylink", &["net"]),
    provider("comcast", &["net"]),
    provider("earthlink", &["net"]),
    provider("embarqmail", &["com"]),
    provider("frontiernet", &["net"]),
    provider("gmail", &["com"]),
    provider("googlemail", &["com"]),
    provider("hanmail", &["net"]),
    provider("hotmail", HOTMAIL),
    provider("icloud", &["com"]),
    provider("laposte", &["net"]),
    provider("mindspring", &["com"]),
    provider("ntlworld", &["com"]),
    provider("optonline", &["net"]),
    provider("optusnet", &["com.au"]),
    provider("outlook", OUTLOOK),
    provider("protonmail", &["com", "ch"]),
    provider("rediffmail", &["com"]),
    provider("rocketmail", &["com"]),
    provider("sbcglobal", &["net"]),
    provider("suddenlink", &["net"]),
    provider("sympatico", &["ca"]),
    provider("t-online", &["de", "hu"]),
    provider("telefonica", &["net"]),
    provider("tiscali", &["it", "co.uk", "fr", "be", "cz"]),
    provider("tutanota", &["com", "de"]),
    provider("verizon", &["net"]),
    provider("videotron", &["ca"]),
    provider("virginmedia", &["com"]),
    provider("wanadoo", &["fr", "es", "nl"]),
    provider("windstream", &["net"]),
    provider("yahoo", YAHOO),
    provider("yandex", &["ru", "com", "by", "kz", "ua", "uz", "com.tr"]),
    provider("zohomail", &["com", "eu", "in"]),
];

const HOTMAIL: &[&str] = &[
    "com", "be", "ca", "ch", "cl", "co.il", "co.jp", "co.kr", "co.nz", "co.th", "co.uk", "co.za",
    "com.ar", "com.au", "com.br", "com.mx", "com.tr", "cz", "de", "dk", "es", "fi", "fr", "gr",
    "hu", "it", "lt", "lv", "nl", "no", "ru", "se", "sg", "sk",
];

const OUTLOOK: &[&str] = &[
    "com", "at", "be", "cl", "co.id", "co.il", "co.nz", "co.th", "co.uk", "com.ar", "com.au",
    "com.br", "com.gr", "com.pe", "com.tr", "com.vn", "cz", "de", "dk", "es", "fr", "hu", "ie",
    "in", "it", "jp", "kr", "lv", "my", "ph", "pt", "sa", "sg", "sk",
];

const YAHOO: &[&str] = &[
    "com", "at", "be", "bg", "ca", "ch", "cl", "co.id", "co.il", "co.in", "co.jp", "co.kr",
    "co.nz", "co.th", "co.uk", "co.za", "com.ar", "com.au", "com.br", "com.cn", "com.co", "com.hk",
    "com.hr", "com.mx", "com.my", "com.pe", "com.ph", "com.sg", "com.tr", "com.tw", "com.ua",
    "com.ve", "com.vn", "cn", "cz", "de", "dk", "ee", "es", "fi", "fr", "gr", "hu", "ie", "in",
    "it", "lt", "lv", "nl", "no", "pl", "pt", "ro", "rs", "ru", "se", "si", "sk",
];

/// Domains of others that look like a slip of the finger and are none.
pub(super) const NEIGHBOURS: [&str; 5] = [
    "gomail.com",
    "incloud.com",
    "iqcloud.com",
    "itcloud.com",
    "yazoo.com",
];

const fn provider(name: &'static str, endings: &'static [&'static str]) -> Provider {
    Provider { name, endings }
}
