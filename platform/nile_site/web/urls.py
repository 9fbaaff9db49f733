"""The addresses of the pages."""

from django.urls import path

from nile_site.web.views import (
    bots,
    comparisons,
    corrections,
    docs,
    games,
    home,
    ladders,
    matches,
    me,
    organise,
    status,
    upload,
)

app_name = "web"
urlpatterns = [
    path("", home.show, name="home"),
    path("healthz", status.healthz, name="healthz"),
    path("status/", status.show, name="status"),
    path("ladders/", ladders.index, name="ladders"),
    path("ladders/<slug:slug>/", ladders.show, name="ladder"),
    path("ladders/<slug:slug>/seasons/<int:number>/", ladders.season, name="season"),
    path("ladders/<slug:slug>/seasons/<int:number>/standings.csv", ladders.board_file, name="board-file"),
    path("ladders/<slug:slug>/organise/", organise.ladder, name="organise"),
    path("ladders/<slug:slug>/organise/<int:number>/", organise.season, name="organise-season"),
    path("ladders/<slug:slug>/organise/<int:number>/corrections/", corrections.show, name="corrections"),
    path("games/", games.index, name="games"),
    path("games/<slug:slug>/", games.show, name="game"),
    path("matches/", matches.index, name="matches"),
    path("matches/<int:pk>/", matches.show, name="match"),
    path("matches/<int:pk>/state/", matches.state, name="match-state"),
    path("bots/", bots.own),
    path("bots/<slug:slug>/", bots.show, name="bot"),
    path("bots/<slug:slug>/live/", bots.live, name="bot-live"),
    path("bots/<slug:slug>/enter/", bots.enter, name="enter"),
    path("bots/<slug:slug>/entries/<int:pk>/", bots.entry, name="entry"),
    path("bots/<slug:slug>/entries/<int:pk>/compare/", comparisons.ask, name="compare"),
    path("bots/<slug:slug>/versions/<int:number>/", bots.version, name="version"),
    path("bots/<slug:slug>/versions/<int:number>/code/", bots.code, name="code"),
    path("comparisons/<int:pk>/", comparisons.show, name="comparison"),
    path("comparisons/<int:pk>/state/", comparisons.state, name="comparison-state"),
    path("comparisons/<int:pk>/call-off/", comparisons.call_off, name="call-off"),
    path("upload/", upload.upload, name="upload"),
    path("me/", me.show, name="me"),
    path("me/tokens/", me.tokens, name="tokens"),
    path("docs/", docs.index, name="docs"),
    path("docs/<slug:name>/", docs.show, name="doc"),
]
