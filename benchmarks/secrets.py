"""Secrets of many vendors in many spellings: how many are hidden, and how many lines without one are touched.

    python -m benchmarks.secrets [--half seen|held-out] [--seed N] [--each N] [--patterns] [--without NAMES] [--misses]

Nothing is copied from anywhere: values are drawn at random from the formats that vendors publish (a prefix, an
alphabet, a length), lines from the templates below. Every list is split by turns: rules were written looking at the
results of the half `seen` alone. A secret counts as hidden when every letter and digit of it is covered by a finding,
a line without one as touched when anything in it is.
"""

from __future__ import annotations

import argparse
import random
import re
import string
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass

from redaction.findings import Kind
from redaction.policy import TextPolicy
from redaction.text import TextEngine

ALPHABETS = {
    "w": string.ascii_letters + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "u": string.ascii_uppercase + string.digits,
    "a": string.ascii_letters,
    "d": string.digits,
    "x": "0123456789abcdef",
    "X": "0123456789ABCDEF",
    "b": string.ascii_letters + string.digits + "+/",
    "s": string.ascii_letters + string.digits + "-_",
    "p": string.ascii_letters + string.digits + "!#%*?+",
    "U": string.ascii_uppercase,
    "C": "BCDFGHJKLMNPQRSTVWXYZ",
    "t": string.ascii_uppercase + "234567",
    "k": "abcdefghjkmnpqrstuvwxyz23456789",
}
_DRAWN = re.compile(r"<([a-zA-Z]):(\d+)>")
_UUID = "<x:8>-<x:4>-4<x:3>-a<x:3>-<x:12>"

#: Tokens that tell by themselves what they are: a prefix, an alphabet, a length.
TOKENS = (
    *("ghp_<w:36>", "gho_<w:36>", "ghs_<w:36>", "ghu_<w:36>", "ghr_<w:36>", "github_pat_<w:22>_<w:59>"),
    *("glpat-<s:20>", "gldt-<s:20>", "glrt-<s:20>", "glptt-<x:40>", "glft-<s:20>", "glsoat-<s:20>"),
    *("AKIA<u:16>", "ASIA<u:16>", "ABSK<w:60>", "AIza<s:35>", "ya29.<s:60>", "GOCSPX-<s:28>", "LTAI<w:20>"),
    *("<w:3>8Q~<w:34>", "ABIA<u:16>", "dop_v1_<x:64>", "doo_v1_<x:64>", "dor_v1_<x:64>"),
    *("sk_live_<w:24>", "rk_live_<w:24>", "sk_test_<w:24>", "whsec_<w:32>", "sq0atp-<s:22>", "sq0csp-<s:43>"),
    *("EAAA<s:60>", "shpat_<x:32>", "shpss_<x:32>", "shpca_<x:32>", "rzp_live_<w:14>", "FLWSECK-<x:32>-X"),
    *("xoxb-<d:11>-<d:12>-<w:24>", "xoxp-<d:11>-<d:11>-<d:12>-<x:32>", "xapp-1-<u:11>-<d:13>-<x:64>", "xoxe-1-<u:146>"),
    *(
        "<d:10>:AA<s:33>",
        "M<w:23>.<s:6>.<s:27>",
        "SG.<s:22>.<s:43>",
        "key-<x:32>",
        "<x:32>-us14",
        "xkeysib-<x:64>-<w:16>",
    ),
    *("sk-<w:20>T3BlbkFJ<w:20>", "sk-proj-<s:74>T3BlbkFJ<s:74>", "sk-ant-api03-<s:93>AA", "hf_<a:34>", "pplx-<w:48>"),
    *("gsk_<w:52>", "xai-<w:80>", "r8_<w:37>", "co_<w:40>", "sk-or-v1-<x:64>", "tvly-<w:32>", "lsv2_pt_<x:32>_<x:10>"),
    *("npm_<w:36>", "pypi-AgEIcHlwaS5vcmc<s:80>", "rubygems_<x:48>", "CLOJARS_<x:60>", "oy2<l:43>", "crates_io_<w:32>"),
    *("dckr_pat_<s:27>", "AKCp<w:69>", "cmVmdGtuO<w:55>", "hvs.<s:95>", "hvb.<s:140>", "<w:14>.atlasv1.<s:67>"),
    *("dapi<x:32>", "pul-<x:40>", "PMAK-<x:24>-<x:34>", "lin_api_<w:40>", "secret_<w:43>", "ntn_<d:11><w:35>"),
    *("ATATT3xFfGF0<s:180>", "ATBB<w:32>", "figd_<s:40>", "pscale_tkn_<s:43>", "pscale_pw_<s:43>", "sntrys_<w:90>"),
    *("sntryu_<x:64>", "glsa_<w:32>_<x:8>", "glc_<b:80>", "NRAK-<u:27>", "dt0c01.<u:24>.<u:64>", "HRKU-AA<s:58>"),
    *("EZAK<w:54>", "shippo_live_<x:40>", "duffel_live_<s:43>", "sm_pat_<w:16>", "tfp_<w:59>", "pat-na1-" + _UUID),
    *("A3-<u:6>-<u:6>-<u:5>-<u:5>-<u:5>-<u:5>", "ops_eyJ<w:260>", "AGE-SECRET-KEY-1<u:58>", "dp.pt.<w:43>"),
    *("sbp_<x:40>", "nfp_<w:36>", "vercel_<w:24>", "fo1_<s:43>", "rnd_<w:28>", "tk-us-<s:48>", "CFPAT-<s:43>"),
    *("API-<u:26>", "squ_<x:40>", "sqp_<x:40>", "sgp_<x:40>", "eyJ<w:33>.eyJ<w:60>.<s:43>", "bkua_<x:40>"),
    *("pk.eyJ<w:60>.<s:22>", "phx_<w:43>", "phc_<w:43>", "NRII-<s:32>", "AQVN<s:36>", "y0_<s:55>", "t1.<s:60>.<s:86>"),
)
#: Where such a token stands.
AROUND = (
    "{v}",
    "token={v}",
    "Use {v} for now and rotate it next week.",
    '"credentials": "{v}",',
    "curl -H 'X-Auth: {v}' https://api.example.com/v1/items",
    "client = Client('{v}')",
    "git clone https://oauth2:{v}@git.example.com/team/app.git",
    "Pasted in the ticket: {v}",
    "export CI_CREDENTIAL={v}",
    "https://api.example.com/v1/items?limit=5&apikey={v}",
    "- `{v}`",
    "it printed <{v}>, see the log",
)
#: Names of settings whose values are secrets, in the spellings of code and of forms.
NAMES = (
    *("password", "dbPassword", "DB_PASSWORD", "userPwd", "admin_passwd", "smtpPass", "SPRING_DATASOURCE_PASSWORD"),
    *("apiKey", "api_key", "X-Api-Key", "API key", "stripeApiKey", "MAPS_API_KEY", "apikey", "openai.api.key"),
    *(
        "clientSecret",
        "client_secret",
        "OAUTH_CLIENT_SECRET",
        "appSecret",
        "sharedSecret",
        "jwt.secret",
        "webhookSecret",
    ),
    *("accessToken", "access_token", "authToken", "refresh_token", "botToken", "GITLAB_TOKEN", "csrf.auth.token"),
    *("secretKey", "AWS_SECRET_ACCESS_KEY", "secretAccessKey", "encryptionKey", "ENCRYPTION_KEY", "signingKey"),
    *("masterKey", "storageAccountKey", "privateKeyPassphrase", "keystorePassword", "master_password", "passphrase"),
    *(
        "License key",
        "Access key",
        "licenseKey",
        "consumer_secret",
        "consumerKey",
        "datadog_app_key",
        "algoliaAdminKey",
    ),
    *(
        "SECRET_KEY_BASE",
        "cookieSecret",
        "session_secret",
        "bindPassword",
        "ldap.bind.credentials",
        "ansible_become_pass",
    ),
    *(
        "wifiPassword",
        "WPA-PSK",
        "Wi-Fi password",
        "rootPassword",
        "sudo password",
        "twilioAuthToken",
        "SENTRY_AUTH_TOKEN",
    ),
)
#: How a setting and its value stand together.
SETTINGS = (
    "{n}={v}",
    "{n}: {v}",
    '"{n}": "{v}",',
    "{n} = '{v}'",
    "export {n}={v}",
    '  {n}: "{v}"',
    'const {n} = "{v}";',
    "{n} := `{v}`",
    "'{n}' => '{v}',",
    '<add key="{n}" value="{v}" />',
    "<{n}>{v}</{n}>",
    '.set("{n}", "{v}")',
    "ENV {n} {v}",
    '{n}="{v}" \\',
    'var {n} string = "{v}"',
    'config["{n}"] = "{v}"',
    '{n} ?= "{v}"',
    "{n}: |\n  {v}",
    "<{n}>\n  {v}\n</{n}>",
    "host,{n},{v},",
    'String {n} = "{v}";',
    "{n} += '{v}'",
)
#: What such a value may be.
VALUES = ("<p:14>7x", "<w:32>", "<x:32>", "<b:42>8==", _UUID, "<l:20>", "<a:3>!<d:4><a:5>", "<s:40>")
#: Names that only fit identifiers cannot stand in code where blanks or dots would end them.
_SPOKEN = re.compile(r"[ .-]")
_CODE = tuple(
    s
    for s in SETTINGS
    if not s.startswith(("export", "const", "ENV", "var", "<{", "String", "host", '{n}="', "{n} :="))
)
#: Everything else, by group: whole lines; what lies between « and » is the secret.
LINES: dict[str, tuple[str, ...]] = {
    "quoted with blanks": (
        'password = "«<a:5> <a:4> <d:2> <a:6>»"',
        "dbPassword: '«<a:6> & <a:5> <d:3>»'",
        '"passphrase": "«<a:6> <a:5> <a:7> <a:4>»",',
        'set secret "«<p:6> <p:5>»"',
        'PASSPHRASE="«<a:4> <a:6> <a:5> <d:2>»"',
        'clientSecret := "«<p:8> <p:8>»"',
        "pwd='«<a:5> <d:4>!»'",
        'keystorePassword="«<a:7> <a:5>»"',
    ),
    "comparisons": (
        'if password == "«<p:10>4»":',
        "if (apiKey === '«<w:24>»') {",
        'assert token != "«<w:20>»"',
        'if (secret.equals("«<p:12>1»"))',
        'return strcmp(password, "«<p:11>9»") == 0;',
        'if [ "$PASSWORD" = "«<p:9>3»" ]; then',
        "WHERE password = '«<p:10>5»'",
        'expect(accessToken).toBe("«<w:30>»");',
        'if "«<p:10>2»" == password:',
        'password == "«<p:10>4»" ? ok : fail',
    ),
    "command lines": (
        "curl -u deploy:«<p:12>7» https://api.example.com/v2/jobs",
        "curl -s --user 'api:«<w:24>»' https://api.example.com/messages",
        'curl -X POST --user "jenkins:«<p:14>»" https://ci.example.com/build',
        "curl -k -XGET -u elastic:«<w:16>9» https://localhost:9200/_cat",
        "mysql -u root -p«<w:12>5» shop < dump.sql",
        "mysqldump --user=backup --password=«<p:12>3» shop",
        "sshpass -p '«<p:12>8»' ssh deploy@10.0.0.4",
        "redis-cli -h cache -a «<w:24>»",
        "docker login -u ci -p «<w:30>» registry.example.com",
        "az login --service-principal -u app --password «<s:34>»",
        'psql "host=db user=app password=«<w:16>1» dbname=shop"',
        "./deploy.sh --api-key «<w:32>» --region eu",
        "keytool -storepass «<w:12>6» -keystore app.jks",
        "helm upgrade app --set db.password=«<w:16>2»",
        "PGPASSWORD=«<w:14>4» psql -h db -U app",
        "openssl enc -aes-256-cbc -pass pass:«<w:14>0» -in a -out b",
        "net use Z: \\\\server\\share /user:backup «<w:10>!7»",
        "wget --http-user=ci --http-password=«<w:14>3» https://files.example.com/a.zip",
        "htpasswd -b .htpasswd ci «<w:12>4»",
        "ansible-playbook site.yml -e ansible_password=«<w:12>4»",
    ),
    "headers": (
        "Authorization: Bearer «<s:40>»",
        "Authorization: Basic «<b:31>=»",
        "authorization: token «<x:40>»",
        "X-API-Key: «<w:32>»",
        "X-Auth-Token: «<x:32>»",
        "Cookie: sessionid=«<l:32>»; theme=dark",
        "Set-Cookie: JSESSIONID=«<X:32>»; Path=/; HttpOnly",
        "Proxy-Authorization: Basic «<b:24>»",
        "apikey: «" + _UUID + "»",
        '-H "Authorization: Api-Token «<x:40>»"',
        "x-amz-security-token: «<b:120>»",
        "Ocp-Apim-Subscription-Key: «<x:32>»",
        "PRIVATE-TOKEN: «<s:20>4»",
        "X-Vault-Token: «s.<w:24>»",
    ),
    "addresses": (
        "https://admin:«<w:14>2»@registry.example.com/v2/",
        "postgres://app:«<w:16>3»@db.example.com:5432/shop",
        "mongodb+srv://root:«<w:18>»@cluster0.example.net/?retryWrites=true",
        "redis://:«<w:24>»@cache:6379/0",
        "amqp://guest:«<w:12>9»@mq:5672/%2f",
        "mysql://shop:«<p:8>%40<w:6>»@10.1.2.3/shop",
        "https://example.com/reset?token=«<w:40>»",
        "https://example.com/cb?code=«<s:32>»&state=ok",
        "https://files.example.com/a.pdf?sv=2024-11-04&sig=«<w:43>%3D»",
        "https://example.com/login?user=a&password=«<w:12>7»",
        "ftp://backup:«<w:12>1»@files.example.com/",
        "jdbc:postgresql://db:5432/shop?user=app&password=«<w:14>6»",
        "https://s3.example.com/b/k?X-Amz-Signature=«<x:64>»",
        "smtp://mailer:«<w:16>8»@smtp.example.com:587",
    ),
    "webhooks": (
        "https://hooks.slack.com/services/«T<u:8>/B<u:10>/<w:24>»",
        "https://discord.com/api/webhooks/«<d:18>/<s:68>»",
        "https://outlook.office.com/webhook/«" + _UUID + "@" + _UUID + "/IncomingWebhook/<x:32>/" + _UUID + "»",
        "https://hooks.zapier.com/hooks/catch/«<d:7>/<l:7>»/",
        "https://chat.googleapis.com/v1/spaces/«<w:11>/messages?key=AIza<s:35>&token=<s:43>»",
        "https://api.telegram.org/bot«<d:10>:AA<s:33>»/sendMessage",
        "https://hooks.slack.com/workflows/«T<u:8>/A<u:10>/<d:18>/<w:24>»",
        "https://maker.ifttt.com/trigger/door/with/key/«<s:22>»",
        "https://contoso.webhook.office.com/webhookb2/«"
        + _UUID
        + "@"
        + _UUID
        + "/IncomingWebhook/<x:32>/"
        + _UUID
        + "»",
        "https://hook.eu1.make.com/«<l:32>»",
    ),
    "connection strings": (
        "Server=db;Database=shop;User Id=app;Password=«<p:14>5»;Encrypt=true",
        "Data Source=sql1;uid=app;pwd=«<w:14>3»;",
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=«<b:86>»==;EndpointSuffix=core.windows.net",
        "Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«<b:43>»=",
        "host=db port=5432 user=app password=«<w:12>8» sslmode=require",
        "db.example.com:5432:shop:app:«<w:16>4»",
        "machine ftp.example.com login backup password «<w:12>9»",
        "CREATE USER app IDENTIFIED BY '«<p:12>2»';",
        "ALTER ROLE app WITH PASSWORD '«<w:14>6»';",
        "HostName=hub.azure-devices.net;DeviceId=d1;SharedAccessKey=«<b:43>»=",
        "//registry.npmjs.org/:_authToken=«<x:8>-<x:4>-<x:4>-<x:4>-<x:12>»",
        "requirepass «<w:24>»",
    ),
    "recovery codes": (
        "Recovery codes: «<k:5>-<k:5>», «<k:5>-<k:5>», «<k:5>-<k:5>»",
        "Backup codes:\n«<d:4> <d:4>»\n«<d:4> <d:4>»\n«<d:4> <d:4>»",
        "Your recovery code is «<u:4>-<u:4>-<u:4>-<u:4>»",
        "2FA backup code: «<d:8>»",
        "One-time password: «<d:6>»",
        "Your verification code is «<d:6>».",
        "BitLocker recovery key: «<d:6>-<d:6>-<d:6>-<d:6>-<d:6>-<d:6>-<d:6>-<d:6>»",
        "Use code «<d:6>» to sign in. It expires in ten minutes.",
        "OTP «<d:6>» for the login, do not share it",
        "Scratch codes: «<l:8>» «<l:8>» «<l:8>»",
        "G-«<d:6>» is your verification code",
        "TOTP secret: «<t:32>»",
        "otpauth://totp/Shop:ops?secret=«<u:32>»&issuer=Shop",
        "PUK: «<d:8>»",
    ),
    "private keys": (
        "-----BEGIN RSA PRIVATE KEY-----\n«<b:64>\n<b:64>\n<b:40>=»\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\n«<b:70>\n<b:70>\n<b:44>»\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n«<b:64>\n<b:64>\n=<b:4>»\n-----END PGP PRIVATE KEY BLOCK-----",
        '"private_key": "-----BEGIN PRIVATE KEY-----\\n«<b:64>\\n<b:64>»\\n-----END PRIVATE KEY-----\\n"',
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\n«<b:64>\n<b:50>»",
        "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 2\n«<b:64>\n<b:64>»\nPrivate-MAC: «<x:40>»",
        "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n«<b:70>\n<b:70>»\n---- END SSH2 ENCRYPTED PRIVATE KEY ----",
        "-----BEGIN EC PRIVATE KEY-----\n«<b:64>\n<b:64>»\n-----END EC PRIVATE KEY-----",
        "PrivateKey = «<b:42>8»=",
        "b3BlbnNzaC1rZXktdjEAAAAA«<b:180>»",
        "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC«<b:200>»",
        "-----BEGIN PGP MESSAGE-----\n\n«<b:64>\n<b:64>\n=<b:4>»\n-----END PGP MESSAGE-----",
    ),
    "hashes": (
        "root:«$6$<w:8>$<w:86>»:19000:0:99999:7:::",
        "password_hash: «$2b$12$<w:53>»",
        "«$argon2id$v=19$m=65536,t=3,p=4$<b:22>$<b:43>»",
        "userPassword: «{SSHA}<b:40>»",
        "«pbkdf2_sha256$260000$<w:12>$<b:43>»=",
        "ci:«$apr1$<w:8>$<w:22>»",
        "SCRAM-SHA-256$4096:«<b:22>==$<b:43>=:<b:43>»=",
        "«$P$B<w:30>»",
        "«scrypt:32768:8:1$<w:16>$<x:64>»",
        "«{bcrypt}$2a$10$<w:53>»",
        "IDENTIFIED BY PASSWORD '«*<X:40>»'",
        "«$5$rounds=5000$<w:16>$<w:43>»",
        "admin:«$1$<w:8>$<w:22>»",
        "«$y$j9T$<w:22>$<w:43>»",
    ),
    "said": (
        "The new password is «<p:10>4», please change it.",
        "Login: ops, pw: «<w:9>7»",
        "user app / pass «<w:8>!2»",
        "Dein Passwort lautet: «<w:10>3»",
        "mot de passe : «<w:10>5»",
        "contraseña: «<w:10>6»",
        "Temporary password «<w:10>8» was sent by mail.",
        "PIN: «<d:4>»",
        "my pin is «<d:4>»",
        "The door code is «<d:5>#».",
        "wifi: guests / password: «<w:9>1»",
        'Use the passphrase "«<a:6> <a:5> <a:6>»" for the archive.',
        "pw = «<w:9>2»",
        "senha: «<w:10>4»",
        "wachtwoord: «<w:10>3»",
        "пароль: «<w:10>5»",
        "パスワード: «<w:10>6»",
        "密码：«<w:10>7»",
        "hasło: «<w:10>8»",
        "lösenord: «<w:10>9»",
        "creds: admin / «<w:9>!5»",
        "Kennwort: «<w:10>1»",
        "password for the zip: «<w:9>6»",
        "the secret key is «<w:24>»",
    ),
}
#: Lines without a secret that look alike.
CLEAN = (
    *("password = get_password()", 'api_key = os.environ["API_KEY"]', "apiKey: this.apiKey,", "$password = $input;"),
    *("const token = await getToken(user);", "login(username=username, password=password)", "my_password = True"),
    *("if password == confirm_password:", "if not password:", "password: ${link}", "secret: {{ .Values.secret }}"),
    *('export TOKEN="$CI_JOB_TOKEN"', "password = None", "token = token_urlsafe(32)", '"password": "<your password>"'),
    *("API_KEY=your-api-key", "api_key: changeme", "password=********", "token: null", 'PASSWORD=""', "pwd: xxxxxxxx"),
    *('public static final String PASSWORD_FIELD = "password";', '<input type="password" name="passwd" id="passwd">'),
    *('keyFile = "/etc/ssl/private/server.key"', "secret_name: db-credentials", "secretKeyRef:", "primary_key=True"),
    *('foreign_key="users.id"', "sort_key: created_at_desc", 'cacheKey = "profile-settings-v2"', "max_tokens=4096"),
    *("token_type: bearer", '"grant_type": "client_credentials"', "passwordMinLength: 12", "tokenExpiry = 3600"),
    *(
        "sessionTimeout=3600",
        "commit <x:40>",
        "Merge <x:7> into main",
        "git checkout <x:40>",
        "HEAD is now at <x:9> Fix tests",
    ),
    *("image: nginx@sha256:<x:64>", '"integrity": "sha512-<b:86>=="', "--hash=sha256:<x:64>", 'ETag: "<x:32>"'),
    *("<x:32>  archive.tar.gz", "https://example.com/items/" + _UUID, "X-Request-Id: " + _UUID, "build 20261123.4"),
    *(
        "traceparent: 00-<x:32>-<x:16>-01",
        "background: url(data:image/png;base64,iVBORw0KGgo<b:80>)",
        "v1.2.3-rc.1+build.<x:7>",
    ),
    *(
        "color: #<x:6>;",
        "{<X:8>-<X:4>-<X:4>-<X:4>-<X:12>}",
        "ssh-rsa AAAAB3NzaC1yc2E<b:100>",
        "golang.org/x/net v0.17.0 h1:<b:43>=",
    ),
    *("Forgot your password? Click here to reset it.", "Password must contain at least 8 characters."),
    *("Enter the PIN sent to your phone.", "The secret of good coffee is fresh beans.", "It was a token of thanks."),
    *(
        "Pass: 12, Fail: 3",
        "Password: (unchanged)",
        "Passwort vergessen?",
        "API key: created 3 days ago",
        "API keys: 4 active",
    ),
    *("Password last changed: 2026-03-14", "Your password expires in 14 days.", "PIN code: required", "Token: expired"),
    *("authorization: required", "Bearer token required", 'WWW-Authenticate: Bearer realm="api"', "auth: oauth2"),
    *(
        "SELECT password FROM users WHERE id = ?",
        "def reset_password(self, token: str) -> None:",
        "password: str | None = None",
    ),
    *("-----BEGIN CERTIFICATE-----", "-----BEGIN PUBLIC KEY-----", "Set a strong password: twelve characters or more"),
    *("secrets.token_hex(16)", "import secrets", "from app.auth import password_hash", "kubectl get secret db -o yaml"),
    *('curl -u "$USER:$PASS" https://api.example.com', "curl -u user:password https://api.example.com/v1"),
    *(
        "curl --user <user:password> https://api.example.com",
        'curl -H "Authorization: Bearer $TOKEN" https://api.example.com',
    ),
    *("Authorization: Bearer <token>", "postgres://user:password@localhost:5432/app", "redis://localhost:6379/0"),
    *("mysql -u root -p shop < dump.sql", "docker login -u ci --password-stdin", "ssh-keygen -t ed25519 -f deploy_key"),
    *(
        'password = "${DB_PASSWORD}"',
        "password: %{password}",
        "PASSWORD=$(cat /run/secrets/db)",
        "token: ${{ secrets.GITHUB_TOKEN }}",
    ),
    *(
        "secret = data.aws_secretsmanager_secret_version.db.secret_string",
        "password: !vault |",
        "pwd",
        "cd $(pwd)/build",
    ),
    *(
        "key_length = 2048",
        "encryption_key_id: default",
        "publicKey: string;",
        "keyboard_shortcut = 'ctrl+shift+p'",
        "api_version: v1beta1",
    ),
    *(
        "access_token_url: https://example.com/oauth/token",
        "passwordResetUrl=/account/reset",
        "credentialsId: 'jenkins-deploy'",
    ),
    *(
        "KeyError: 'password'",
        "InvalidTokenError: token has expired",
        "passwords do not match",
        "hashed = bcrypt.hash(password)",
    ),
    *(
        "token = request.headers.get('Authorization')",
        "secret_length: 64",
        "if (token !== undefined) {",
        "expect(password).toBeDefined();",
    ),
    *("enter password:", "Password:", "[sudo] password for root:", "Two-factor codes are sent by text message."),
    *("The access key is kept at the front desk.", "Keep the recovery codes in a safe place.", "Private key: not set"),
    *(
        "tests/fixtures/<x:8>.json",
        "chunk-vendors.<x:8>.js",
        "node_modules/.cache/<x:20>",
        "arn:aws:s3:::shop-assets-eu-west-1",
    ),
    *(
        "projects/shop-prod/locations/europe-west1",
        "sha1: <x:40>",
        "MD5 (a.iso) = <x:32>",
        "nonce-<b:22>==",
        "uuid: " + _UUID,
    ),
    *(
        "ISO-8859-1,utf-8;q=0.7",
        "Content-Type: multipart/form-data; boundary=----WebKitFormBoundary<w:16>",
        "lockfileVersion: 3",
    ),
    *("key: value", "Key Account Manager", "the token bucket refills", "password, token and key are reserved words"),
    *(
        '"passwordPolicy": "strict"',
        "password_reset: enabled",
        "secret_rotation: 30d",
        "token_bucket_size=100",
        "keyName: primary",
    ),
    *(
        "UPDATE users SET password = :password",
        "password = input('Password: ')",
        "password=$1",
        "pass: true",
        "passphrase: <none>",
    ),
)


@dataclass(frozen=True)
class Case:
    """A text, the spans of its secrets, and the group it counts in."""

    group: str
    text: str
    spans: tuple[tuple[int, int], ...]


def drawn(form: str, rng: random.Random) -> str:
    """A text of a form, at random; what is drawn from letters and digits holds both."""

    def draw(match: re.Match[str]) -> str:
        alphabet, count = ALPHABETS[match[1]], int(match[2])
        return "".join(rng.choice(alphabet) for _ in range(count))

    return _DRAWN.sub(draw, form)


def marked(group: str, text: str) -> Case:
    """A case of a text in which secrets stand between « and »."""
    spans, plain = [], ""
    for piece in re.split(r"(«[^»]*»)", text):
        if piece.startswith("«"):
            spans.append((len(plain), len(plain) + len(piece) - 2))
            piece = piece[1:-1]
        plain += piece
    return Case(group, plain, tuple(spans))


def cases(half: str, seed: int, each: int) -> Iterator[Case]:
    """Every form of a half, `each` of them drawn so many times; names and places go round."""
    rng, turn = random.Random(seed), 0 if half == "seen" else 1
    around, settings = AROUND[turn::2], SETTINGS[turn::2]
    for _ in range(each):
        for form in TOKENS[turn::2]:
            yield marked("vendors", rng.choice(around).replace("{v}", f"«{drawn(form, rng)}»"))
        for name in NAMES[turn::2]:
            fits = [s for s in settings if s in _CODE] if _SPOKEN.search(name) else settings
            line = rng.choice(fits).replace("{n}", name)
            yield marked("settings", line.replace("{v}", f"«{drawn(rng.choice(VALUES[turn::2]), rng)}»"))
        for group, forms in LINES.items():
            for form in forms[turn::2]:
                yield marked(group, drawn(form, rng))
        for form in CLEAN[turn::2]:
            yield Case("clean", drawn(form, rng), ())


def within(text: str, start: int, end: int, covered: Container[int]) -> bool:
    """Whether every letter and digit of text[start:end] is at one of the places."""
    return all(i in covered for i in range(start, end) if text[i].isalnum())


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", default="seen", choices=["seen", "held-out"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="draws of each form")
    parser.add_argument("--patterns", action="store_true", help="without the names model")
    parser.add_argument("--without", default="", help="patterns that are switched off, by name")
    parser.add_argument("--misses", action="store_true", help="print what is missed and touched (drawn at random)")
    options = parser.parse_args()
    policy = TextPolicy(engine="patterns" if options.patterns else "minilm")
    engine = TextEngine(policy, frozenset(filter(None, options.without.split(","))))
    chosen = list(cases(options.half, options.seed, options.each))
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for case in chosen:
        found, text = engine.find(case.text), case.text
        covered = {i for f in found for i in range(f.start, f.end)}
        secret = {i for f in found if f.kind is Kind.SECRET for i in range(f.start, f.end)}
        count = counts[case.group]
        if case.group == "clean":
            count[0] += 1
            count[1] += bool(found)
            count[2] += bool(secret)
            if found and options.misses:
                print(f"    TOUCHED {text!r} {[(text[f.start : f.end], f.detector, f.score) for f in found]}")
        for start, end in case.spans:
            found_whole = within(text, start, end, covered)
            count[0] += 1
            count[1] += found_whole
            count[2] += within(text, start, end, secret)
            if options.misses and not found_whole:
                print(f"    MISS {case.group}: {text!r} {[(text[f.start : f.end], f.detector) for f in found]}")
    clean = counts.pop("clean")
    for group, (all_of_them, hidden, told) in counts.items():
        print(f"{group:20} {hidden:5} of {all_of_them:5} hidden ({hidden / all_of_them:6.1%}), as secrets {told:5}")
    total, hidden, told = (sum(count[at] for count in counts.values()) for at in range(3))
    print(f"{'all':20} {hidden:5} of {total:5} hidden ({hidden / total:6.1%}), as secrets {told:5}")
    print(
        f"{'clean lines':20} {clean[1]:5} of {clean[0]:5} touched ({clean[1] / clean[0]:6.1%}), as secrets {clean[2]:5}"
    )


if __name__ == "__main__":
    main()
