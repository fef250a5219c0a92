"""What happens to what stands in HTML: one table, which docs/documents.md tells in words.

Whatever has no line here is shown as a text: an attribute that we do not know is never passed by unseen.
"""

from __future__ import annotations

import re
from typing import Literal

Rule = Literal[
    "text",  # shown as it is
    "label",  # shown, and a label for its element
    "value",  # the value of a control: shown with its label; of password and hidden inputs dropped
    "address",  # shown as a path; scripts dropped, pictures of its own replaced by one pixel
    "sources",  # several addresses
    "token",  # one id or name: shown, and the same in the whole document
    "tokens",  # several
    "word",  # kept where it is one of the words below, else shown
    "number",  # kept where it is a number, else shown
    "shape",  # kept where it is geometry of SVG, else dropped
    "style",  # closed list of declarations
    "page",  # a document of its own: rewritten like this one
    "drop",  # dropped
    "open",  # JSON, HTML, an address or a text
]

_RULES: dict[Rule, str] = {
    "text": "title alt abbr summary datetime srclang",
    "label": """label placeholder aria-label aria-description aria-placeholder aria-roledescription aria-valuetext
        aria-braillelabel aria-brailleroledescription aria-keyshortcuts""",
    "value": "value",
    "address": """href src action formaction poster cite background longdesc data manifest codebase classid archive
        profile usemap xlink:href icon dynsrc lowsrc""",
    "sources": "srcset imagesrcset",
    "token": "id name for form list aria-activedescendant popovertarget commandfor anchor contextmenu slot itemprop",
    "tokens": """class headers aria-labelledby aria-describedby aria-controls aria-owns aria-flowto aria-details
        aria-errormessage itemref part exportparts""",
    "word": """type method enctype formmethod formenctype role dir lang hreflang xml:lang rel rev target formtarget
        autocomplete scope shape wrap kind preload loading decoding fetchpriority referrerpolicy crossorigin sandbox
        inputmode enterkeyhint spellcheck translate contenteditable draggable valign align charset accept-charset
        http-equiv hidden checked selected disabled readonly required multiple open async defer novalidate
        formnovalidate autofocus controls loop muted autoplay playsinline allowfullscreen reversed ismap default
        nomodule inert nowrap noshade compact as color-scheme popover popovertargetaction command closedby rules frame
        clear face autocapitalize autocorrect aria-hidden aria-expanded aria-selected aria-checked aria-pressed
        aria-disabled aria-haspopup aria-invalid aria-live aria-atomic aria-busy aria-current aria-modal
        aria-multiline aria-multiselectable aria-orientation aria-readonly aria-required aria-relevant aria-sort
        aria-autocomplete aria-dropeffect aria-grabbed xml:space fill stroke stroke-linecap stroke-linejoin
        fill-rule clip-rule text-anchor dominant-baseline preserveaspectratio gradientunits patternunits
        maskunits clippathunits stop-color visibility display overflow vector-effect version baseprofile
        focusable shape-rendering color bgcolor link vlink alink text""",
    "number": """width height colspan rowspan span tabindex maxlength minlength size rows cols min max low high optimum
        step start border cellpadding cellspacing hspace vspace marginwidth marginheight aria-level aria-posinset
        aria-setsize aria-colcount aria-colindex aria-colspan aria-rowcount aria-rowindex aria-rowspan
        aria-valuemax aria-valuemin aria-valuenow x y x1 x2 y1 y2 cx cy r rx ry fx fy dx dy offset opacity
        stroke-width stroke-opacity fill-opacity stop-opacity stroke-miterlimit stroke-dashoffset font-size
        font-weight refx refy markerwidth markerheight""",
    "shape": """d points viewbox transform gradienttransform patterntransform stroke-dasharray coords""",
    "style": "style",
    "page": "srcdoc",
    "drop": "nonce integrity ping attributionsrc http-equiv-refresh elementtiming",
    "open": "content",
}
RULES: dict[str, Rule] = {name: rule for rule, names in _RULES.items() for name in names.split()}

_WORDS_LIST = """_blank _parent _self _top 0 1 a additions all alternate always anonymous any ascending assertive async
auto autocomplete baseline blank block bottom both boundary button canonical captions center chapters
checkbox children circle clipboard-write col colgroup color column columnheader combobox complementary
content-type context contenteditable copy currentcolor current-password cursor date datetime-local
decimal default default-style descending descriptions description dialog dir directory disc dns-prefetch
document drag eager email encoding enter environment evenodd external false feed file fixed font form
geometricprecision get go grammar grid gridcell group hard heading hidden high horizontal hsides icon
image img import inherit inline input javascript layout lazy left legend lhs link list listbox listitem
log low ltr main manual manifest marquee menu menubar menuitem menuitemcheckbox menuitemradio meta
metadata middle miter mixed modal modulepreload month multipart/form-data name navigation new-password
next no no-referrer no-referrer-when-downgrade noopener noreferrer none nofollow nonzero normal note
number numeric objectboundingbox off on one-time-code open option origin origin-when-cross-origin other
outline page partial password plaintext-only polite poly popup post preconnect prefetch preload
presentation preserve prev previous print progressbar radio radiogroup range rect region removals repeat
reset rhs right round row rowgroup rowheader rows rtl same-origin script scroll scrollbar search
searchbox sentences separator sidebar slider soft spelling spinbutton square start status stop
strict-origin strict-origin-when-cross-origin style stylesheet submit subtitles summary switch tab table
tablist tabpanel tag tel term text text/css text/html text/javascript text/plain textbox time timer
toggle toolbar tooltip top tree treegrid treeitem true unsafe-url update url urlencoded use-credentials
userspaceonuse username utf-8 vertical vsides visible week words wrap write x-ua-compatible xmidymid
xmidymid meet xmidymid slice xminymin meet yes middle end start application/x-www-form-urlencoded
application/json application/ld+json image/svg+xml image/png image/jpeg image/gif image/x-icon video/mp4
audio/mpeg module apple-touch-icon shortcut dialog location step fluid black white red green blue gray
grey transparent"""
WORDS = frozenset(_WORDS_LIST.split())
"""Values that are words of the standards and identify nobody; also several of them with spaces between."""
NUMBER = re.compile(r"[+-]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(?:%|px|em|rem|pt|ex)?|any")
LANGUAGE = re.compile(r"[a-zA-Z]{2}(?:[-_](?:[A-Z]{2}|[a-z]{2}|[A-Z][a-z]{3}|\d{3}))*|x-default|zxx|und")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|rgba?\([\d\s.,%/]{1,40}\)")
LONGEST_SHAPE = 1_000
"""Characters of a drawing in an attribute: a longer one may be a signature or a portrait, and is dropped."""
_N = r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,3})?"
SHAPE = re.compile(
    rf"(?:[\s,]*+(?:[MLHVCSQTAmlhvcsqta](?:[\s,]*+{_N})++|[Zz]))*+[\s,]*+|(?:[\s,]*+{_N}(?:px|%)?)*+[\s,]*+|"
    rf"(?:\s*+(?:matrix|translate|scale|rotate|skewX|skewY)\((?:[\s,]*+{_N})*+\s*+\))*+[\s,]*+"
)

_EMPTIED_LIST = """script style noscript template iframe noembed noframes xmp plaintext object applet"""
EMPTIED = frozenset(_EMPTIED_LIST.split())
"""Elements whose content is dropped: scripts, styles, and what a browser does not show."""
_VOID_LIST = """area base br col embed hr img input link meta param source track wbr keygen basefont bgsound frame"""
VOID = frozenset(_VOID_LIST.split())
INTEGRATION = {
    "svg": frozenset({"foreignobject", "desc", "title"}),
    "math": frozenset({"mi", "mo", "mn", "ms", "mtext"}),
}
"""Where HTML goes on inside SVG and MathML."""
_FORMATTING_LIST = """abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q rb rp rt ruby s samp
small strike strong sub sup tspan tt u var wbr"""
FORMATTING = frozenset(_FORMATTING_LIST.split())
"""Elements inside a word: their texts are read as one, without a space."""
LOOSE = frozenset({"a", "span", "time", "data", "output", "meter"})
"""Elements that may be inside a word or beside it: see `html.joins`."""
_TAGS_LIST = """a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
blockquote body br button canvas caption center cite code col colgroup command content data datalist dd
del details dfn dialog dir div dl dt element em embed fencedframe fieldset figcaption figure font footer
form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex
kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav
nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal
pre progress q rb rp rt rtc ruby s samp script search section select selectedcontent shadow slot small
source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th
thead time title tr track tt u ul var video wbr xmp animate animatemotion animatetransform circle
clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix
fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr
fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting
fespotlight fetile feturbulence filter foreignobject g line lineargradient marker mask metadata mpath
path pattern polygon polyline radialgradient rect set stop switch symbol text textpath tspan use view
annotation annotation-xml maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded
mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
munderover semantics"""
TAGS = frozenset(_TAGS_LIST.split())
"""Elements of HTML, SVG and MathML: any other name of an element is shown as a token."""
